"""What a person looks at: where registers go."""
