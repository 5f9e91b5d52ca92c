"""Files with a column for each variable become files with the value and the gradient of every row."""
