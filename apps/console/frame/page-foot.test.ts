import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

test('what sticks to the end of a page is the kit’s foot, which the button to the top keeps clear of', () => {
  const sheets = ['apps/console/frame/*.css', 'kit/web/*.css', 'domains/*/console/**/*.css'].flatMap((glob) =>
    globSync(glob, { cwd: root }),
  )
  const stuck = sheets.flatMap((path) =>
    [...read(path).matchAll(/([^{}]*)\{([^{}]*)\}/g)]
      .filter(([, , rules = '']) => /position: sticky/.test(rules) && /(^|\s)bottom: 0/.test(rules))
      .map(([, selector = '']) => selector.trim().split('\n').at(-1)),
  )
  expect(stuck).toEqual(['.kp-page-foot'])
  expect(read('apps/console/frame/shell.css')).toContain('.kp-shell:has(.kp-page-foot) > .kp-back-to-top')
})
