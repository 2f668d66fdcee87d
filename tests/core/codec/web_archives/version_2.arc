filedesc://x.arc 192.0.2.1 20240203040506 text/plain 200 d41d8cd98f00b204e9800998ecf8427e - 0 x.arc 116
2 0 A crawler
URL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length

http://example.org/a.ttl 192.0.2.1 20240203040506 text/turtle 200 d41d8cd98f00b204e9800998ecf8427e - 0 x.arc 75
HTTP/1.1 200 OK
Content-Type: text/turtle; charset=utf-8

<a> <b> "c" .

