import { expect, test } from 'vitest'
import { preloadLinks } from './preloads.ts'

const known = {
  '/home': { now: ['assets/shell-1.js', 'assets/home-1.js'], soon: ['assets/tools-1.js'] },
  '/make': { now: ['assets/exam-1.js'], soon: [] },
  '/make?type=2': { now: ['assets/practice-1.js'], soon: [] },
  '/exam/:id/paper': { now: ['assets/paper-1.js'], soon: [] },
}

test('an address announces what its screen needs, then what follows, in less of a hurry', () => {
  expect(preloadLinks(known, '/home/')).toBe(
    '<link rel="modulepreload" crossorigin href="/assets/shell-1.js"><link rel="modulepreload" crossorigin href="/assets/home-1.js">' +
      '<link rel="modulepreload" crossorigin href="/assets/tools-1.js" fetchpriority="low">',
  )
})

test('an address with parameters is found by its form, and one that no screen has announces nothing', () => {
  expect(preloadLinks(known, '/exam/42/paper')).toContain('assets/paper-1.js')
  expect(preloadLinks(known, '/exam/42/other')).toBe('')
  expect(preloadLinks(known, '/"><script>')).toBe('')
  expect(preloadLinks(known, '/constructor')).toBe('')
})

test('of screens that share a path the one for the type in the address is announced', () => {
  expect(preloadLinks(known, '/make', '2')).toContain('assets/practice-1.js')
  expect(preloadLinks(known, '/make', '1')).toContain('assets/exam-1.js')
  expect(preloadLinks(known, '/make')).toContain('assets/exam-1.js')
})
