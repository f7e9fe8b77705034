import { expect, test } from 'vitest'
import { contrastWithWhite, readableShade } from './readable-shade.ts'
import { presetColours } from './ui-settings.ts'

const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

test.each(presetColours.map((colour) => [colour]))('text in the shade of %s can be read on white', (colour) => {
  expect(contrastWithWhite(parts(readableShade(colour)))).toBeGreaterThanOrEqual(4.5)
})

test('a colour that is dark enough stays as it is', () => {
  expect(readableShade('#304156')).toBe('#304156')
})
