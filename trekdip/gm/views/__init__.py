"""The pages of the desk and a small act for each button, thin: who may do what is the services' business."""
