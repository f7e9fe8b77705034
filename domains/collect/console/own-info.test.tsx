import { customType } from '@kaopei/org/contract/own-fields'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { type OwnInfo, ownInfo } from '../contract/own-info.ts'
import OwnInfoCard from './own-info.card.tsx'

const field = {
  customType: customType.text,
  optionContent: [],
  isReadOnly: false,
  isMove: true,
  version: 1,
  content: null,
  isFixed: false,
}
const asked = (id: string, label: string, rest: Partial<OwnInfo['dataList'][number]> = {}) => ({
  ...field,
  id,
  value: id,
  label,
  name: label,
  isRequired: false,
  ...rest,
})
const info: OwnInfo = {
  isComplete: false,
  dataList: [
    asked('phone', '手机号', { content: '13800138000', isFixed: true, isRequired: true }),
    asked('origin', '籍贯', { isRequired: true }),
    asked('languages', '语言', { customType: customType.multiple, optionContent: ['英语', '日语'], content: ['英语'] }),
  ],
}

let screen: Screen | undefined
afterEach(() => screen?.close())

test('somebody sees what is missing and fills it in; what is kept by others is only shown', async () => {
  screen = await openScreen(<OwnInfoCard />, '/userInfo/PersonalData', [
    [ownInfo.getOwn, info],
    [ownInfo.saveOwn, { ...info, isComplete: true }],
  ])
  await screen.sees('还有必填的信息没有填写')
  await screen.sees('13800138000')
  await screen.click('填写信息')
  await act(() => vi.dynamicImportSettled())
  expect(document.querySelectorAll('form .ant-form-item')).toHaveLength(2)
  const input = document.querySelector<HTMLInputElement>('input[placeholder="请输入籍贯"]')
  if (!input) throw new Error('the field is not on the screen')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '江苏')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await screen.click('确定')
  await act(() => vi.dynamicImportSettled())
  const saved = screen.sent.filter(({ path }) => path === ownInfo.saveOwn.facts.path)
  expect(saved.map(({ body }) => body)).toEqual([
    { values: { origin: '江苏', languages: ['英语'] }, before: { origin: null, languages: ['英语'] } },
  ])
})

test('nothing is shown where nothing is asked', async () => {
  screen = await openScreen(<OwnInfoCard />, '/userInfo/PersonalData', [[ownInfo.getOwn, { isComplete: true, dataList: [] }]])
  await act(() => vi.dynamicImportSettled())
  expect(document.body.textContent).not.toContain('更多信息')
})
