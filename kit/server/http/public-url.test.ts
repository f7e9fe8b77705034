import { expect, test } from 'vitest'
import { publicUrlPattern, siteOf } from './public-url.ts'

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
