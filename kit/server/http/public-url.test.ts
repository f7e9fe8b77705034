import { expect, test } from 'vitest'
import { isHostOfSite, publicUrlPattern, siteOf } from './public-url.ts'

test.each([
  ['https://exam.example.com', 'https://exam.example.com'],
  ['https://exam.example.com/', 'https://exam.example.com'],
  [' https://{company}.example.com:8443/ ', 'https://{company}.example.com:8443'],
  ['http://10.0.0.8:8080', 'http://10.0.0.8:8080'],
  ['https://考试.example.com', 'https://考试.example.com'],
  ['exam.example.com', undefined],
  ['javascript:alert(1)', undefined],
  ['ftp://exam.example.com', undefined],
  ['https://exam.example.com/product', undefined],
  ['https://exam.example.com?x=1', undefined],
  ['https://exam.example.com#x', undefined],
  ['https://user:secret@exam.example.com', undefined],
  ['https://exam.{company}.com', undefined],
  ['https://{company}', undefined],
  ['https://{company}.{company}.com', undefined],
  ['', undefined],
])('the public address %s is kept as %s', (given, kept) => expect(publicUrlPattern(given)).toBe(kept))

test('a company has its own host where the address says so', () => {
  expect(siteOf({ pattern: 'https://{company}.example.com', isConfigured: true }, 'acme')).toBe('https://acme.example.com')
  expect(siteOf({ pattern: 'https://exam.example.com', isConfigured: true }, 'acme')).toBe('https://exam.example.com')
})

test.each([
  ['https://exam.example.com', 'exam.example.com', true],
  ['https://exam.example.com', 'EXAM.example.com', true],
  ['https://exam.example.com', 'exam.example.com.evil.test', false],
  ['http://10.0.0.8:8080', '10.0.0.8', true],
  ['http://10.0.0.8:8080', '10.0.0.9', false],
  ['https://考试.example.com', 'xn--xw0a15v.example.com', true],
  ['https://{company}.example.com', 'acme.example.com', true],
  ['https://{company}.example.com', 'example.com', false],
  ['https://{company}.example.com', '.example.com', false],
  ['https://{company}.example.com', 'a.b.example.com', false],
  ['https://{company}.example.com', 'acmeexample.com', false],
])('where people open %s, a page of %s is ours: %s', (pattern, host, isOurs) =>
  expect(isHostOfSite({ pattern, isConfigured: true }, host)).toBe(isOurs),
)

test('where nobody has said, any host is, and nothing that is none', () => {
  const publicUrl = { pattern: 'http://{company}.localhost:8080', isConfigured: false }
  const hosts = ['192.168.1.5', 'exam.lan', '[::1]', 'a"><script>', 'a; script-src *', '']
  expect(hosts.map((host) => isHostOfSite(publicUrl, host))).toEqual([true, true, true, false, false, false])
})
