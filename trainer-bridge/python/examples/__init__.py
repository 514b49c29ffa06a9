"""A real GRPO run through the bridge: a model made from scratch, its cold start, training and evaluation."""
