[
  (region)
  (dictionary)
  (group)
  (clause)
  (file_metadata)
] @indent.begin

["}" ")" "]" "#-}"] @indent.branch @indent.end

(block_label) @indent.branch

[
  (comment)
  (string)
] @indent.ignore
