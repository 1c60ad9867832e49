"""``python -m hivm_server``."""

from hivm_server.server import main

if __name__ == "__main__":
    main()
