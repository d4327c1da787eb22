"""The pages of press: thin; who may read and say what is the selectors' and services' business."""
