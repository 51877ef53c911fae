def parse(text):
    try:
        return int(text)
    except ValueError:
        pass
