import { limitsOfAppeals, limitsOfEveryone, limitsOfUploaders, uploaders } from '@kaopei/files/contract/upload-rights'
import { expect, test } from 'vitest'
import { menus } from '../modules.ts'

test('every right that an upload takes is one that a role can have', () => {
  const known = menus.flatMap(({ rights }) => Object.values(rights).map(({ code }) => code))
  const named = Object.values(uploaders).flatMap((who) => (typeof who === 'string' ? [] : who))
  expect(named.filter((code) => !known.includes(code))).toEqual([])
})

test('whoever may import may upload what is imported', () => {
  const imports = menus
    .flatMap(({ rights }) => Object.values(rights).map(({ code }) => code))
    .filter((code) => code.endsWith(':import'))
  const taken = [uploaders.import, uploaders.questionImport].flat()
  expect(imports.length).toBeGreaterThan(2)
  expect(imports.filter((code) => !taken.includes(code))).toEqual([])
})

test('limits are whole numbers, as the database takes them', () => {
  for (const { purpose: _purpose, ...limits } of [limitsOfAppeals, limitsOfEveryone, limitsOfUploaders])
    for (const limit of Object.values(limits)) expect(limit === null || Number.isSafeInteger(limit)).toBe(true)
})
