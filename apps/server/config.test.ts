import { expect, test } from 'vitest'
import { ConfigFailure, readConfig } from './config.ts'

test.each([
  [{ KAOPEI_PUBLIC_URL: 'https://exam.example.com' }, 'https://exam.example.com'],
  [{ KAOPEI_PUBLIC_URL: 'https://exam.example.com:443' }, 'https://EXAM.example.com/'],
  [{ PORT: '8080' }, 'http://localhost:8080'],
  [{ PORT: '80' }, 'http://127.0.0.1'],
])('packages are not run on the product’s own address: %o and %s', (env, contents) => {
  const read = () => readConfig({ ...env, KAOPEI_CONTENT_URL: contents })
  expect(read).toThrow(ConfigFailure)
  expect(read).toThrow('KAOPEI_CONTENT_URL 不能与系统网址相同')
})

test.each([
  [{ KAOPEI_PUBLIC_URL: 'https://exam.example.com' }, 'https://content.example.com'],
  [{ KAOPEI_PUBLIC_URL: 'https://exam.example.com' }, 'https://exam.example.com:8443'],
  [{ KAOPEI_PUBLIC_URL: 'https://{company}.example.com' }, 'https://content.example.com'],
  [{ PORT: '8080' }, 'http://localhost:8081'],
])('an address of its own is taken: %o and %s', (env, contents) => {
  expect(readConfig({ ...env, KAOPEI_CONTENT_URL: contents }).KAOPEI_CONTENT_URL).toBe(contents)
})
