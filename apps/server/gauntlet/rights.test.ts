import { expect, test } from 'vitest'
import { menus } from '../modules.ts'
import { endpointsDeclared } from './endpoints-declared.ts'

/** Rights that open no call of their own: within calls that everybody or others may make too, the handler asks for them and does more. */
const askedWithin: Readonly<Record<string, string>> = {
  'download:manage': 'whose exports are shown, and may be ended',
  'shortLink:manage': 'whose links are shown, and may be revoked',
  'testMarking:markAll': 'papers of others too',
  'testResult:personality': 'results of personality and management too',
}

test('every right of a menu opens something: what can be granted and does nothing misleads whoever grants it', () => {
  const accesses = endpointsDeclared().map(({ facts }) => facts.access)
  const opening = new Set(
    accesses
      .flatMap((access) => (typeof access === 'string' ? [] : 'code' in access ? [access] : access))
      .map(({ code }) => code),
  )
  // `view` opens the screen itself, whatever calls it makes.
  const offered = menus.flatMap(({ name, rights }) => Object.values(rights).filter(({ code }) => code !== `${name}:view`))
  expect(offered.length).toBeGreaterThan(80)
  const idle = offered.map(({ code }) => code).filter((code) => !opening.has(code))
  expect(idle.sort()).toEqual(Object.keys(askedWithin).sort())
})
