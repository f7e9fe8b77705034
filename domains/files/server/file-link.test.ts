import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { fileUrl, markOf, pictureUrl, readFileUrl, readLinkToken } from './file-link.ts'

const services = { secret: 'one' }
const companyId = randomUUID()
const fileId = randomUUID()
const [holderId, otherId] = [randomUUID(), randomUUID()]

test('an address names its file only under its own secret and company, and says when it ended', () => {
  const url = fileUrl(services, { companyId, fileId }, -60)
  const read = readFileUrl(services, companyId, url)
  expect(read).toMatchObject({ fileId, isPicture: false, mark: '' })
  expect(read?.expiresAt.getTime()).toBeLessThan(Date.now())
  expect(readFileUrl(services, randomUUID(), url)).toBeUndefined()
  expect(readFileUrl({ secret: 'two' }, companyId, url)).toBeUndefined()
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
  expect(readFileUrl(services, companyId, url)).toBeUndefined()
})

test('the address of a picture tells for whom it was made; its mark cannot be changed, taken away or added', () => {
  const url = pictureUrl(services, { companyId, fileId }, { holderId })
  const mark = markOf(services, companyId, holderId)
  expect(readFileUrl(services, companyId, url)).toMatchObject({ fileId, isPicture: true, mark })
  const [token = ''] = url.split('.')
  const file = fileUrl(services, { companyId, fileId })
  const others = [token, `${token}.`, `${token}.${markOf(services, companyId, otherId)}`, `${file}.`, `${file}.${mark}`]
  for (const forged of others) expect(readFileUrl(services, companyId, forged), forged).toBeUndefined()
  expect(markOf(services, companyId, otherId)).not.toBe(mark)
})

test('two addresses made soon after one another are the same, so that the browser keeps its copy', () => {
  expect(fileUrl(services, { companyId, fileId })).toBe(fileUrl(services, { companyId, fileId }))
  expect(pictureUrl(services, { companyId, fileId }, { holderId })).toBe(
    pictureUrl(services, { companyId, fileId }, { holderId }),
  )
  const token = fileUrl(services, { companyId, fileId }).slice('/files/'.length)
  const hours = ((readLinkToken('one', token)?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000
  expect(hours).toBeGreaterThan(1.99)
  expect(hours).toBeLessThan(2.26)
})
