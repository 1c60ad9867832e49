(region) @fold
(dictionary) @fold
(group) @fold
(clause) @fold
(dense_elements) @fold
(file_metadata) @fold
