import { act, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Answers } from '../../contract/answers.ts'
import { type DefinitionInput, definition as schema } from '../../contract/definition.ts'
import { nobody } from '../../contract/rules/visible-in.ts'
import { Sheet } from './sheet.tsx'

let root: Root
let host: HTMLElement
let answered: Answers = {}
const finish = vi.fn()
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  Element.prototype.scrollIntoView = () => undefined
  host = document.body.appendChild(document.createElement('div'))
  root = createRoot(host)
  finish.mockClear()
})
afterEach(() => {
  act(() => root.unmount())
  host.remove()
  vi.unstubAllGlobals()
})

const files = { accept: '', upload: undefined }
async function show(input: DefinitionInput, first: Answers = {}): Promise<void> {
  const definition = schema.parse(input)
  function Holder() {
    const [answers, setAnswers] = useState(first)
    answered = answers
    return (
      <Sheet
        {...{ definition, answers, files }}
        person={nobody}
        seed="s"
        pictureUrls={{}}
        onChange={setAnswers}
        onFinish={finish}
      />
    )
  }
  await act(async () => root.render(<Holder />))
}
const find = (selector: string) => {
  const found = host.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`no ${selector} on ${host.textContent}`)
  return found
}
const click = (selector: string) => act(async () => find(selector).click())
const press = (words: string) =>
  act(async () => {
    const button = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === words)
    if (!button) throw new Error(`no button ${words} on ${host.textContent}`)
    button.click()
  })

const options = [
  { id: 'y', text: '是' },
  { id: 'n', text: '否' },
]
const branching: DefinitionInput = {
  pages: [
    { id: 'p1', elements: [{ id: 'a', kind: 'single', title: '参加过吗', isRequired: true, options }] },
    {
      id: 'p2',
      elements: [{ id: 'b', kind: 'text', title: '有何收获', showIf: { question: 'a', is: 'anyOf', options: ['y'] } }],
    },
  ],
}

test('what is missing is said beside its question, which gets the focus, and nothing goes on', async () => {
  await show(branching, {})
  await press('提交')
  expect(finish).not.toHaveBeenCalled()
  expect(host.textContent).toContain('此题必答')
  expect(document.activeElement).toBe(find('[data-element="a"] input'))
  expect(find('fieldset[data-element="a"]').getAttribute('aria-describedby')).toContain('problem')
})

test('an answer opens the page that hangs on it, another one closes it again', async () => {
  await show(branching)
  await click('[data-element="a"] .qn-choice-line:first-child input')
  await press('下一页')
  expect(host.textContent).toContain('有何收获')
  await press('上一页')
  await click('[data-element="a"] .qn-choice-line:last-child input')
  await press('提交')
  expect(finish).toHaveBeenCalledOnce()
})

test('each row of a matrix is a group with its name, and missing rows are marked', async () => {
  await show({
    pages: [
      {
        id: 'p',
        elements: [
          {
            ...{ id: 'm', kind: 'matrixSingle', title: '评价', isRequired: true },
            rows: [
              { id: 'r1', text: '内容' },
              { id: 'r2', text: '讲师' },
            ],
            columns: options,
          },
        ],
      },
    ],
  })
  const rows = [...host.querySelectorAll('.qn-matrix-row')]
  expect(rows.map((row) => document.getElementById(row.getAttribute('aria-labelledby') ?? '')?.textContent)).toEqual([
    '内容',
    '讲师',
  ])
  await click('.qn-matrix-row input')
  expect(answered).toEqual({ m: { rows: { r1: ['y'] } } })
  await press('提交')
  expect([...host.querySelectorAll('.qn-missing .qn-matrix-name')].map(({ textContent }) => textContent)).toEqual(['讲师'])
})

test('a ranking is made by taps, and put in another order by buttons and by arrow keys', async () => {
  await show({ pages: [{ id: 'p', elements: [{ id: 'k', kind: 'ranking', title: '排序', options }] }] })
  await click('[aria-label="将“否”排在第 1 位"]')
  await click('[aria-label="将“是”排在第 2 位"]')
  expect(answered).toEqual({ k: { order: ['n', 'y'] } })
  await click('[aria-label="上移 是"]')
  expect(answered).toEqual({ k: { order: ['y', 'n'] } })
  const handle = find('[aria-label="移动“是”，按上下方向键"]')
  await act(async () => void handle.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })))
  expect(answered).toEqual({ k: { order: ['n', 'y'] } })
  expect(find('[role=status].visually-hidden').textContent).toBe('是，第 2 位，共 2 位')
})

test('what shall be in random order is, the same each time, with fixed ones in their places; labels and units stand beside', async () => {
  const many = [...'abcdef'].map((name) => ({ id: name, text: `选项${name}`, isFixed: name === 'f' }))
  const question = (name: string, isFixed = false) => ({ id: name, kind: 'text' as const, title: `题${name}`, isFixed })
  const asked: DefinitionInput = {
    pages: [
      {
        id: 'p',
        isRandom: true,
        elements: [
          ...[...'uvwx'].map((name) => question(name)),
          { id: 'y', kind: 'number', title: '题y', unit: '年', isFixed: true },
          { id: 'z', kind: 'single', title: '题z', isRandom: true, options: many },
          { id: 's', kind: 'rating', title: '题s', lowLabel: '很差', highLabel: '很好' },
        ],
      },
    ],
  }
  const orderOf = (selector: string) =>
    [...host.querySelectorAll(selector)].map((one) => one.getAttribute('data-element') ?? one.textContent)
  await show(asked)
  const [questions, choices] = [orderOf('[data-element]'), orderOf('[data-element="z"] .qn-choice-line')]
  expect(questions.toSorted()).toEqual([...'suvwxyz'])
  expect(questions).not.toEqual([...'uvwxyzs'])
  expect(questions[4]).toBe('y')
  expect(choices).toHaveLength(6)
  expect(choices).not.toEqual(many.map(({ text }) => text))
  expect(choices[5]).toContain('选项f')
  for (const words of ['年', '很差', '很好']) expect(host.textContent).toContain(words)
  await show(asked)
  expect([orderOf('[data-element]'), orderOf('[data-element="z"] .qn-choice-line')]).toEqual([questions, choices])
})
