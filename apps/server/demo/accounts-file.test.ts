import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { keepAccounts } from './accounts-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'kaopei-accounts-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('each company’s accounts are kept beside the others’, for their owner alone, and replaced by a second try', () => {
  const file = join(folder, 'accounts.json')
  const account = (tenantDomain: string, password: string) => ({ role: '管理员', account: 'admin', password, tenantDomain })
  keepAccounts(file, [account('platform', 'one')])
  keepAccounts(file, [account('demo', 'two'), { ...account('demo', 'three'), account: 'marker' }])
  keepAccounts(file, [account('platform', 'four')])
  const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
  expect(kept).toMatchObject([{ password: 'two' }, { password: 'three' }, { tenantDomain: 'platform', password: 'four' }])
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
