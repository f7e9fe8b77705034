import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const sheetsIn = (pattern: string) => globSync(pattern, { cwd: root, exclude: (path) => path.includes('node_modules') })
const selectorsOf = (path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/([^{}]+)\{/g)]
    .flatMap(([, head = '']) => head.replace(/\/\*[\s\S]*?\*\//g, '').split(','))
    .map((selector) => selector.trim())

/** All pages of the client are one document: what one room says of a class of the kit, it says of everybody's. */
test('no room styles a class that the kit has, but inside of something of its own', () => {
  const kit = new Set(
    sheetsIn('kit/web/candidate/**/*.css')
      .flatMap(selectorsOf)
      .filter((one) => /^\.[\w-]+$/.test(one)),
  )
  expect(kit).toContain('.pager')
  const strange = sheetsIn('domains/*/candidate/**/*.css').flatMap((path) =>
    selectorsOf(path)
      .filter((one) => {
        const classes = one.match(/\.[\w-]+/g) ?? []
        return classes.length > 0 && classes.every((name) => kit.has(name))
      })
      .map((one) => `${path} ${one}`),
  )
  expect(strange).toEqual([])
})
