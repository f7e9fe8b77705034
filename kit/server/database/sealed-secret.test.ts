import { expect, test } from 'vitest'
import { openSecret, sealSecret } from './sealed-secret.ts'

test('a sealed secret opens for who sealed it, where it was sealed, and unchanged', () => {
  const sealed = sealSecret('deployment', 'company/1', '密钥 s3cret')
  expect(sealed).not.toContain('s3cret')
  expect(openSecret('deployment', 'company/1', sealed)).toBe('密钥 s3cret')
  expect(openSecret('another', 'company/1', sealed)).toBeUndefined()
  expect(openSecret('deployment', 'company/2', sealed)).toBeUndefined()
  const spoiled = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`
  expect(openSecret('deployment', 'company/1', spoiled)).toBeUndefined()
  expect(openSecret('deployment', 'company/1', '')).toBeUndefined()
  expect(sealSecret('deployment', 'company/1', '密钥 s3cret')).not.toBe(sealed)
})
