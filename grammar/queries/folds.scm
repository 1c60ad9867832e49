(region) @fold
(dictionary) @fold
(group) @fold
(dense_elements) @fold
(file_metadata) @fold
