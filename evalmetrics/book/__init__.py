"""What the book is made with: cards, examples, shipped data, errata, figures and explorers."""
