import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fileIdOfUrl, fileUrl, keepFileLinks, readLinkToken, signFileLinks } from './file-link.ts'

const services = { secret: 'one' }
const companyId = randomUUID()
const fileId = randomUUID()

test('an address names its file only under its own secret and company, also after it expired', () => {
  const url = fileUrl(services, { companyId, fileId }, -60)
  expect(fileIdOfUrl(services, companyId, url)).toBe(fileId)
  expect(fileIdOfUrl(services, randomUUID(), url)).toBeUndefined()
  expect(fileIdOfUrl({ secret: 'two' }, companyId, url)).toBeUndefined()
})

test.each([
  'http://127.0.0.1:5432/',
  'http://169.254.169.254/latest',
  'file:///etc/passwd',
  'gopher://x',
  '//evil.example/files/x',
  '/files/../../etc/passwd',
  `/files/keep/${fileId}`,
  '',
])('an address of anything else names nothing: %j', (url) => {
  expect(fileIdOfUrl(services, companyId, url)).toBeUndefined()
})

test('two addresses made soon after one another are the same, so that the browser keeps its copy', () => {
  expect(fileUrl(services, { companyId, fileId })).toBe(fileUrl(services, { companyId, fileId }))
  const token = fileUrl(services, { companyId, fileId }).slice('/files/'.length)
  const hours = ((readLinkToken('one', token)?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(1.99)
  expect(hours).toBeLessThan(2.26)
})

test('rich text keeps references and shows addresses; references that nobody signed are taken out', () => {
  const own = fileUrl(services, { companyId, fileId })
  const foreign = fileUrl(services, { companyId: randomUUID(), fileId })
  const kept = keepFileLinks(
    services,
    companyId,
    `<img src="${own}"><img src="${foreign}"><img src="/files/keep/${randomUUID()}">`,
  )
  expect(kept).toBe(`<img src="/files/keep/${fileId}"><img src=""><img src="">`)
  expect(signFileLinks(services, companyId, kept)).toBe(`<img src="${own}"><img src=""><img src="">`)
})
