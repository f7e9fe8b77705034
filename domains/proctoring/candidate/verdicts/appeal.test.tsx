import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownVerdicts } from '../../contract/verdicts/own-verdicts.ts'
import { Appeal } from './appeal.tsx'
import { keepAppeal, keptAppeal } from './drafts.ts'

let screen: Screen
beforeEach(() => sessionStorage.clear())
afterEach(() => screen.close())

const text = () => document.querySelector<HTMLTextAreaElement>('#appeal-text')
const until = new Date(Date.now() + 86_400_000).toISOString()
const show = async (onDone: () => void = () => undefined) => {
  screen = await openScreen(<Appeal attemptId="a1" until={until} onDone={onDone} />, '/', [
    [ownVerdicts.appeal, { attemptId: 'a1' }],
  ])
}

/** As a person types: React hears of the element's own setter. */
const write = (words: string) =>
  act(async () => {
    const area = text()
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, words)
    area?.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('what is written and uploaded for an appeal outlives a reload, and is gone when it is handed in', async () => {
  keepAppeal('a1', { text: '', files: [{ fileId: 'f1', name: '证明.pdf', sizeBytes: 2048 }] })
  await show()
  await screen.sees('证明.pdf')
  await write('当时在更换电池')
  screen.close()
  const done: string[] = []
  await show(() => void done.push('done'))
  expect(text()?.value).toBe('当时在更换电池')
  await screen.sees('证明.pdf')
  expect(keptAppeal('a2')).toEqual({ text: '', files: [] })
  await act(async () => document.querySelector<HTMLButtonElement>('button.primary')?.click())
  await act(async () => undefined)
  expect(done).toEqual(['done'])
  const [sent] = screen.sent.filter(({ path }) => path === ownVerdicts.appeal.facts.path)
  expect(sent?.body).toEqual({ attemptId: 'a1', text: '当时在更换电池', fileIds: ['f1'] })
  expect(keptAppeal('a1')).toEqual({ text: '', files: [] })
})
