import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { bank, mostNamedBanks } from '../../contract/bank.ts'
import { BankMultiSelect, BankSelect } from './bank-select.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const facts = { descript: '', categoryId: null, categoryName: null, questionCount: 1, readyCount: 1, version: 1 }
const rowOf = (id: string, name: string) => ({ ...facts, id, name, createdAt: '2026-11-01T00:00:00Z' })
const newest = [rowOf('b1', '消防题库'), rowOf('b2', '用电题库')]

/** Ten banks in all: a page of two, and those that are asked for by name or id. */
const answers = [
  [
    bank.list,
    ({ name, ids }: { name?: string; ids?: string[] }) => {
      const found = [...newest, rowOf('b9', '急救题库')].filter((one) =>
        ids ? ids.includes(one.id) : one.name.includes(name ?? ''),
      )
      return ids || name ? { dataList: found, totalCount: found.length } : { dataList: newest, totalCount: 10 }
    },
  ],
] as const

const type = async (text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[role=combobox]')
  if (!input) throw new Error('the select can be typed into')
  await act(async () => {
    input.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const bodies = () => screen.sent.filter(({ path }) => path === bank.list.facts.path).map(({ body }) => body)

test('one page of banks is read, the rest is found by name', async () => {
  const onChange = vi.fn()
  screen = await openScreen(<BankSelect label="题库" value={undefined} onChange={onChange} />, '/x', answers)
  expect(bodies()).toEqual([{ pageSize: 50 }])
  await type('急')
  await screen.sees('急救题库')
  expect(bodies().at(-1)).toEqual({ pageSize: 50, name: '急' })
  const option = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
    (one) => one.textContent === '急救题库',
  )
  await act(async () => option?.click())
  expect(onChange).toHaveBeenCalledWith('b9')
})

test('it says that there are more, and a bank of another page has its name', async () => {
  screen = await openScreen(<BankSelect label="题库" value="b9" onChange={() => undefined} />, '/x', answers)
  await screen.sees('急救题库')
  expect(bodies()).toContainEqual({ ids: ['b9'], pageSize: mostNamedBanks })
  await act(async () => {
    document.querySelector('.ant-select')?.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }))
  })
  await screen.sees('还有 8 个，请输入名称查找')
})

test('the hundredth chosen bank is not called removed for being far down', async () => {
  const chosen = [...Array.from({ length: 120 }, (_, index) => `gone${index}`), 'b9']
  screen = await openScreen(<BankMultiSelect label="题库" value={chosen} onChange={() => undefined} />, '/x', answers)
  await vi.waitFor(() => expect(bodies()).toContainEqual({ ids: chosen, pageSize: mostNamedBanks }))
})
