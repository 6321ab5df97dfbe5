"""Certificates of the tests' own authority, made with openssl."""

import subprocess
from pathlib import Path

#: What Python 3.13 asks of an authority, and of what it has signed (X509_V_FLAG_X509_STRICT).
AUTHORITY = ["-addext", "keyUsage=critical,keyCertSign,cRLSign"]
SIGNED = "subjectKeyIdentifier=hash\nauthorityKeyIdentifier=keyid\n"
KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


def openssl(*arguments) -> None:
    subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True)


class Authority:
    """Vouches for servers and devices. Each certificate is a pair of PEM files: chain and key."""

    def __init__(self, folder: Path, name: str = "test-authority"):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.certificate, self.key = folder / "ca.pem", folder / "ca-key.pem"
        openssl("req", "-x509", *KEY, *AUTHORITY, "-days", 2, "-subj", f"/CN={name}", "-keyout", self.key,
                "-out", self.certificate)  # fmt: skip

    def issue(self, name: str, extension: str = "extendedKeyUsage=clientAuth") -> tuple:
        """The files of a certificate for `name`."""
        chain, key = self.folder / f"{name}.pem", self.folder / f"{name}-key.pem"
        request, extensions = self.folder / f"{name}.csr", self.folder / f"{name}.ext"
        extensions.write_text(f"{SIGNED}{extension}\n")
        openssl("req", *KEY, "-subj", f"/CN={name}", "-keyout", key, "-out", request)
        openssl("x509", "-req", "-in", request, "-CA", self.certificate, "-CAkey", self.key, "-CAcreateserial",
                "-days", 2, "-extfile", extensions, "-out", chain)
        return chain, key

    def server(self) -> tuple:
        """The files of a certificate for the names and addresses by which the tests reach a server."""
        return self.issue("server", "subjectAltName=IP:127.0.0.1,IP:10.99.0.1,DNS:localhost,DNS:tracker.test")
