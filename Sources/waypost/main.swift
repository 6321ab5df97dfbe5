import Operator

WaypostProgram.run()
