import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { bank } from '../../contract/bank.ts'
import { category } from '../../contract/category.ts'
import { BankChoice, QuestionBankPicker } from '../parts.tsx'
import { OneBankChoice } from './bank-choice.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const row = {
  id: 'b1',
  name: '消防题库',
  descript: '',
  categoryId: 'c1',
  categoryName: '安全',
  questionCount: 12,
  readyCount: 10,
}
const answers = [
  [bank.list, { dataList: [{ ...row, createdAt: '2026-11-01T00:00:00Z', version: 1 }], totalCount: 1 }],
  [category.list, [{ id: 'c1', name: '安全', bankCount: 1, children: [] }]],
] as const

test('the bank that the address names is picked already', async () => {
  const onConfirm = vi.fn()
  const address = `/x?questionBankId=b9&questionBankName=${encodeURIComponent('网络安全题库')}`
  screen = await openScreen(<QuestionBankPicker open onClose={() => undefined} onConfirm={onConfirm} />, address, answers)
  await screen.sees('网络安全题库')
  await screen.sees('消防题库')
  await act(async () => document.querySelector<HTMLElement>('[aria-label="选择消防题库"]')?.click())
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0]).toMatchObject([
    { kind: 'bank', id: 'b9', name: '网络安全题库' },
    { kind: 'bank', id: 'b1', name: '消防题库' },
  ])
})

test('a category narrows the banks, from page 1', async () => {
  screen = await openScreen(<QuestionBankPicker open onClose={() => undefined} onConfirm={() => undefined} />, '/x', answers)
  await screen.sees('消防题库')
  expect(screen.text()).toContain('请选择...')
  // The tree comes by a read of its own, before or after the banks.
  const nodes = () => [...document.querySelectorAll<HTMLElement>('.ant-tree-node-content-wrapper')]
  await vi.waitFor(() => expect(nodes().at(-1)?.textContent).toContain('安全'))
  await act(async () => nodes().at(-1)?.click())
  const asked = () => screen.sent.filter(({ path }) => path === bank.list.facts.path)
  await vi.waitFor(() => expect(asked().at(-1)?.body).toMatchObject({ questionCategoryIds: ['c1'], pageIndex: 1 }))
})

test('a choice of banks opens the list with what is chosen, and takes what is picked there', async () => {
  const onChange = vi.fn()
  screen = await openScreen(<BankChoice label="规则1的题库" value={['b1']} onChange={onChange} />, '/x', answers)
  await act(async () => document.querySelector<HTMLElement>('[aria-label="规则1的题库：从列表选择"]')?.click())
  await screen.sees('选择题库')
  await screen.sees('消防题库')
  await screen.click('确定')
  expect(onChange).toHaveBeenCalledWith(['b1'])
})

test('one bank is chosen from the list with its categories', async () => {
  const onChange = vi.fn()
  const address = `/x?questionBankId=b9&questionBankName=${encodeURIComponent('网络安全题库')}`
  screen = await openScreen(<OneBankChoice value={undefined} onChange={onChange} />, address, answers)
  await act(async () => document.querySelector<HTMLElement>('[aria-label="题库：从列表选择"]')?.click())
  await screen.sees('网络安全题库')
  await screen.sees('消防题库')
  await act(async () => document.querySelector<HTMLElement>('[aria-label="选择消防题库"]')?.click())
  await screen.click('确定')
  expect(onChange).toHaveBeenCalledWith('b1')
})
