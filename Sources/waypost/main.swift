import Operator
import Uploader

// One binary, stored once: the name that it is called by says which of the two commands it is.
if CommandLine.arguments.first?.split(separator: "/").last == "waypost-uploader" {
    UploaderProgram.run()
} else {
    WaypostProgram.run()
}
