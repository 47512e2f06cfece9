#!/bin/sh
# Makes the certificates of the tests, valid from 2020 for 100 years and more. They were made once; nothing runs this.
# `authority` signs `server` and `proxy` (each for the names below); `stranger` is another authority, which signs nothing.
set -e
cd "$(dirname "$0")"
work=$(mktemp -d)
touch "$work/index"
cat >"$work/ca.conf" <<CONF
[ca]
default_ca=tests
[tests]
database=$work/index
new_certs_dir=$work
rand_serial=yes
default_md=sha256
default_startdate=20200101000000Z
default_enddate=21260101000000Z
policy=any
[any]
commonName=supplied
[req]
distinguished_name=none
[none]
[authority]
basicConstraints=critical,CA:TRUE
[server]
subjectAltName=DNS:models.example,DNS:localhost,IP:127.0.0.1
[proxy]
subjectAltName=DNS:proxy.example,DNS:localhost,IP:127.0.0.1
CONF
request() {
  openssl req -config "$work/ca.conf" -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -noenc -subj "/CN=$2" \
    -keyout "$work/$1.key" -out "$work/$1.csr"
}
for name in authority stranger; do
  request $name "Millrace tests $name"
  openssl ca -batch -notext -config "$work/ca.conf" -selfsign -keyfile "$work/$name.key" -extensions authority \
    -in "$work/$name.csr" -out $name.pem
done
for name in server proxy; do
  request $name $name.example
  openssl ca -batch -notext -config "$work/ca.conf" -cert authority.pem -keyfile "$work/authority.key" -extensions $name \
    -in "$work/$name.csr" -out $name.pem
  cp "$work/$name.key" $name.key
done
rm -rf "$work"
