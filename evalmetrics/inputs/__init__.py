"""From what users pass to arrays: checks of labels, texts, boxes, forecasts and weights; every refusal lives here."""
