import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../contract/answer.ts'
import { QuestionCard, type QuestionCardProps } from './question-card.tsx'

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

const options = ['a', 'b'].map((id) => ({ id, html: `选项 ${id}` }))
const show = (props: Partial<QuestionCardProps>) => {
  const given: Answer[] = []
  const answer: Answer = { type: 1, optionId: 'a' }
  const onAnswer = (one: Answer) => void given.push(one)
  act(() =>
    root.render(
      <QuestionCard
        number={2}
        view={{ type: 1, stem: '题干', options }}
        points={2}
        {...{ answer, isLocked: false, onAnswer, ...props }}
      />,
    ),
  )
  return given
}
const button = (name: string) => [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name)
const click = (element: HTMLElement | null | undefined) => act(() => element?.click())

test('choosing, clearing and marking each tell the new value and change nothing by themselves', () => {
  const marks: boolean[] = []
  const given = show({ flag: { isOn: false, onChange: (isOn) => void marks.push(isOn) } })
  click(host.querySelectorAll('input')[1])
  click(button('清除'))
  click(button('标记'))
  expect(given).toEqual([
    { type: 1, optionId: 'b' },
    { type: 1, optionId: null },
  ])
  expect(marks).toEqual([true])
  expect(host.querySelector('input')?.checked).toBe(true)
})

test('what stands instead of the fields takes their place, and then nothing can be cleared', () => {
  show({ instead: <p>请先选择</p>, children: <p>尚未送达</p> })
  expect(host.querySelector('input')).toBeNull()
  expect(button('清除')?.disabled).toBe(true)
  expect(button('标记')).toBeUndefined()
  expect(host.textContent).toContain('请先选择尚未送达')
})

test('a locked question takes neither answer nor mark', () => {
  show({ isLocked: true, flag: { isOn: true, onChange: () => undefined } })
  expect(host.querySelector('fieldset')?.disabled).toBe(true)
  expect([button('清除')?.disabled, button('已标记')?.disabled]).toEqual([true, true])
})
