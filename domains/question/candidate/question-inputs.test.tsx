import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../contract/answer.ts'
import type { CandidateView } from '../contract/candidate-view.ts'
import { lettersOf } from './answer-text.tsx'
import { QuestionInputs, toggled } from './question-inputs.tsx'

Reflect.set(globalThis, 'IS_REACT_ACT_ENVIRONMENT', true)
let root: Root
let host: HTMLElement
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
})
const options = ['c', 'a', 'b'].map((id) => ({ id, html: `<p>选项 ${id}</p>` }))
const show = (view: CandidateView, answer: Answer | null, given: Answer[] = []) =>
  act(() => {
    root.render(<QuestionInputs number={3} view={view} answer={answer} isLocked={false} onAnswer={(one) => given.push(one)} />)
  })

test('a script of an author does not run and does not show', () => {
  Reflect.deleteProperty(globalThis, 'hacked')
  const stem =
    '<p>题干<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><a href="javascript:hacked=1">链接</a></p>'
  show({ type: 1, stem, options }, null)
  expect(host.innerHTML).not.toMatch(/onerror|<script|javascript:/)
  expect(Reflect.get(globalThis, 'hacked')).toBeUndefined()
})

test('fields stand in the stem where it names them, the others below it', () => {
  const given: Answer[] = []
  show(
    { type: 4, stem: '<p>首都是 {{b1}}。</p>', blanks: [{ id: 'b1' }, { id: 'b2' }] },
    { type: 4, texts: { b1: '北京' } },
    given,
  )
  const [first, second] = host.querySelectorAll('input')
  expect(first?.closest('p')?.textContent).toContain('首都是')
  expect(first?.value).toBe('北京')
  expect(second?.closest('.loose-parts')).not.toBeNull()
  expect(second?.getAttribute('aria-label')).toBe('第 3 题第 2 空')
})

test('several options tick on and off in the order of the paper, one option moves', () => {
  const view = { type: 2 as const, stem: '', options }
  const both = toggled(view, { type: 2, optionIds: ['b'] }, 'c')
  expect(both).toEqual({ type: 2, optionIds: ['c', 'b'] })
  expect(toggled(view, both, 'b')).toEqual({ type: 2, optionIds: ['c'] })
  expect(toggled({ type: 1, stem: '', options }, { type: 1, optionId: 'a' }, 'b')).toEqual({ type: 1, optionId: 'b' })
})

test('letters follow the order that this candidate saw', () => {
  expect(lettersOf({ type: 2, stem: '', options }, ['b', 'c'])).toBe('A、C')
})
