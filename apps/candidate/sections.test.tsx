import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Sections } from './sections.tsx'

let screen: Screen
afterEach(() => screen.close())

function button(name: string): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!found) throw new Error(`no button says ${name}`)
  return found
}

const press = (name: string) => act(() => button(name).click())
const isUnfolded = () => button('更多').getAttribute('aria-expanded') === 'true'

test('what does not fit a phone’s bar unfolds, and folds when something is chosen, elsewhere is pressed or Escape', async () => {
  screen = await openScreen(<Sections path="/learn" />, '/', [])
  expect(button('学习').getAttribute('aria-current')).toBe('page')
  expect(button('更多').dataset.current).toBeUndefined()
  const folds = [
    () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })),
    () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
  ]
  for (const fold of folds) {
    press('更多')
    expect(isUnfolded()).toBe(true)
    act(() => void fold())
    expect(isUnfolded()).toBe(false)
  }
  press('更多')
  press('证书')
  expect(location.pathname).toBe('/candidate/certificates')
  expect(isUnfolded()).toBe(false)
})

test('更多 tells that one is in a section behind it', async () => {
  screen = await openScreen(<Sections path="/post-report/1" />, '/', [])
  expect(button('测评').getAttribute('aria-current')).toBe('page')
  expect(button('更多').dataset.current).toBe('true')
})
