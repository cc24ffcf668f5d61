from ._verbs import main

main()
