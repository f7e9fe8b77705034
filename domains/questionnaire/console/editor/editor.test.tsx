import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DefinitionInput, definition as schema } from '../../contract/definition.ts'
import { questionnaire } from '../../contract/questionnaire.ts'
import { Editor } from './editor.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => {
  screen.close()
  window.localStorage.clear()
})

const id = '0190aaaa-0000-7000-8000-000000000001'
const options = [
  { id: 'y', text: '是' },
  { id: 'n', text: '否' },
]
const first: DefinitionInput = {
  pages: [
    {
      id: 'p1',
      elements: [
        { id: 'a', kind: 'single', title: '参加过吗', options },
        { id: 'b', kind: 'text', title: '有何收获', showIf: { question: 'a', is: 'anyOf', options: ['y'] } },
      ],
    },
  ],
}
const detailOf = (input: DefinitionInput, status: 0 | 1 = 0) => ({
  ...{ id, questionnaireId: id, version: 3, status, name: '培训反馈', information: '', admissionStartTime: null },
  ...{ admissionEndTime: null, isAnonymous: false, audienceMode: 0 as const, isChangeable: false },
  ...{ instructorId: null, instructorName: null },
  ...{ definition: schema.parse(input), quesQuestionCreateReqDTOS: [], pictureUrls: {}, quotaCounts: {} },
  ...{
    isOfScope: false,
    answeredCount: 0,
    receivedCount: 0,
    mayDelete: true,
    waitingCount: 0,
    unopenedCount: 0,
    leavesSealed: false,
    creatorName: null,
    createTime: '2026-11-22T00:00:00Z',
  },
  ...{ updateTime: '2026-11-22T00:00:00Z', publishTime: null, closeTime: null },
})
const open = async (input: DefinitionInput = first, status: 0 | 1 = 0) => {
  screen = await openScreen(<Editor detail={detailOf(input, status)} />, `/?id=${id}`, [
    [questionnaire.saveDefinition, { id, questionnaireId: id, version: 4 }],
  ])
  await screen.sees('参加过吗')
}
const clickOn = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.click())
const saved = () => screen.sent.find(({ path }) => path.endsWith('/saveDefinition'))?.body

test('an element is added behind the open one, moved by the keyboard, and saved with the version that was read', async () => {
  await open()
  await clickOn('.kp-qn-element-title')
  await clickOn('[aria-label="添加评分题"]')
  await screen.sees('3 题')
  const up = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true })
  await act(async () => void document.querySelector('[aria-label="移动第 2 题，按上下方向键"]')?.dispatchEvent(up))
  await screen.click('保存')
  await screen.sees('保存成功')
  expect(saved()).toMatchObject({
    id,
    version: 3,
    definition: { pages: [{ elements: [{ kind: 'rating' }, { id: 'a' }, { id: 'b' }] }] },
  })
})

test('a condition shows in words, and what a removed question leaves behind is named beside it at once', async () => {
  await open()
  expect(screen.text()).toContain('显示条件：第 1 题“参加过吗”选中任一“是”')
  await clickOn('[aria-label="删除第 1 题"]')
  await screen.sees('需要修正')
  await screen.click('撤销')
  await screen.sees('检查通过')
})

test('the phone beside obeys the same rules as it is answered', async () => {
  await open()
  const phone = () => document.querySelector('.kp-qn-phone')?.textContent ?? ''
  expect(phone()).not.toContain('有何收获')
  await clickOn('.kp-qn-phone .qn-choice input')
  expect(phone()).toContain('有何收获')
})

test('what was written is there again after the page was closed', async () => {
  await open()
  await clickOn('[aria-label="添加日期题"]')
  await screen.sees('3 题')
  screen.close()
  await open()
  await screen.sees('已恢复上次未保存的内容')
  expect(screen.text()).toContain('1 页 3 题')
})

test('of a published questionnaire words may be mended, and nothing added or moved', async () => {
  await open(first, 1)
  expect(document.querySelector('[aria-label="题型"]')).toBeNull()
  expect(document.querySelector('[aria-label="删除第 1 题"]')).toBeNull()
  await clickOn('.kp-qn-element-title')
  expect(document.querySelector<HTMLTextAreaElement>('.kp-qn-form textarea')?.disabled).toBe(false)
})

test('a question that is dropped on the lower half of another stands behind it, and a line says so all the way', async () => {
  await open({
    pages: [{ id: 'p1', elements: [...'abc'].map((name) => ({ id: name, kind: 'text', title: `参加过吗 ${name}` })) }],
  })
  const card = (name: string) => {
    const found = document.getElementById(`element-${name}`)
    if (!found) throw new Error(`no card ${name}`)
    return found
  }
  const carried = new Map<string, string>()
  const dataTransfer = {
    get types() {
      return [...carried.keys()]
    },
    setData: (type: string, text: string) => carried.set(type, text),
    getData: (type: string) => carried.get(type) ?? '',
  }
  const drag = (type: string, target: Element | null, facts: { clientY?: number; relatedTarget?: Element } = {}) =>
    act(async () => {
      const event = Object.assign(new MouseEvent(type, { bubbles: true, cancelable: true, ...facts }), { dataTransfer })
      target?.dispatchEvent(event)
    })
  card('b').getBoundingClientRect = () => new DOMRect(0, 100, 300, 40)
  await drag('dragstart', card('a').querySelector('.kp-qn-handle'))
  await drag('dragover', card('b'), { clientY: 132 })
  expect(card('b').className).toContain('kp-qn-dropping-after')
  // Over its parts the pointer leaves nothing.
  await drag('dragleave', card('b').querySelector('.kp-qn-element-title'), { relatedTarget: card('b') })
  expect(card('b').className).toContain('kp-qn-dropping-after')
  await drag('dragleave', card('b'), { relatedTarget: card('c') })
  expect(card('b').className).not.toContain('kp-qn-dropping')
  await drag('drop', card('b'), { clientY: 132 })
  const shown = () => [...document.querySelectorAll('.kp-qn-element')].map((one) => one.id)
  expect(shown()).toEqual(['element-b', 'element-a', 'element-c'])
})
