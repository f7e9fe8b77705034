import type { Endpoint } from '@kaopei/contract'
import { type Answers, openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { company } from '../contract/company.ts'
import { partnerConfig } from '../contract/partner-config.ts'
import { partnerKeys } from '../contract/partner-keys.ts'
import { thirdConfig } from '../contract/third-config.ts'
import CompanyInfoPage from './company-info.page.tsx'
import PartnerConfigPage from './partner-config.page.tsx'
import ThirdauthIndexPage from './thirdauth-index.page.tsx'

const id = '01990000-0000-7000-8000-000000000001'
const at = '2026-03-01T08:00:00.000Z'
vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
afterEach(() => screen.close())

const labelled = (label: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}; the page says: ${document.body.textContent}`)
  return found
}
const press = (label: string) => act(async () => labelled(label).click())

const notice = { name: 'loginNotice', title: '登录页公告', value: '请用新版浏览器' }

async function openConfig({ fails, shown = notice }: { fails?: Endpoint; shown?: typeof notice } = {}) {
  const item = {
    ...shown,
    partnerId: id,
    updatedAt: at,
    updatedByName: '王管理',
  }
  const keys = partnerKeys.map((key) => ({
    ...key,
    effective: key.name === item.name ? item.value : key.default,
    isConfigured: key.name === item.name,
    isEditable: !key.isOfPlatform,
  }))
  const answers: Answers = [
    [partnerConfig.list, { dataList: [item], totalCount: 1 }],
    [partnerConfig.keys, keys],
    [partnerConfig.history, { dataList: [], totalCount: 0 }],
    [partnerConfig.modify, item],
    [partnerConfig.delete, null],
  ]
  const known = answers.filter(([endpoint]) => endpoint !== fails)
  screen = await openScreen(<PartnerConfigPage />, '/business/partnerConfig', known)
  await screen.sees(shown.title)
}
const textarea = () => {
  const [found] = document.querySelectorAll<HTMLTextAreaElement>('article textarea')
  if (!found) throw new Error('no textarea is open')
  return found
}
async function type(value: string) {
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set
  await act(async () => {
    set?.call(textarea(), value)
    textarea().dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const sentTo = (path: string) => screen.sent.filter((call) => call.path === path).map(({ body }) => body)

test('the pencil opens an item, 取消 takes back what was typed, 确认 saves it', async () => {
  await openConfig()
  await press('编辑登录页公告')
  await type('改到一半')
  await screen.click('取消')
  await screen.sees('请用新版浏览器')
  expect(screen.text()).not.toContain('改到一半')
  await press('编辑登录页公告')
  await type('')
  await screen.click('确认')
  await screen.sees('请填写完整')
  expect(sentTo(partnerConfig.modify.facts.path)).toEqual([])
  await type('今晚维护')
  await screen.click('确认')
  expect(sentTo(partnerConfig.modify.facts.path)).toEqual([{ name: 'loginNotice', title: '登录页公告', value: '今晚维护' }])
})

test('a key with fixed values takes one of them, typed or chosen, and says so to anything else', async () => {
  await openConfig({ shown: { name: 'timeZone', title: '企业时区', value: 'Asia/Shanghai' } })
  await press('编辑企业时区')
  expect(textarea().value).toBe('北京时间（UTC+8）')
  await type('月球')
  await screen.click('确认')
  await screen.sees('“月球”不在可选范围内，请从列表中选择')
  expect(textarea().value).toBe('月球')
  await type('Asia/Tokyo')
  await screen.click('确认')
  expect(sentTo(partnerConfig.modify.facts.path)).toEqual([{ name: 'timeZone', title: '企业时区', value: 'Asia/Tokyo' }])
})

test('an empty new item goes away with 取消; an item is deleted after a question', async () => {
  await openConfig()
  await screen.click('新增配置')
  expect(document.querySelector('[aria-label="新增配置"]')).not.toBeNull()
  await screen.click('确认')
  await screen.sees('请填写完整')
  await screen.click('取消')
  expect(document.querySelector('article[aria-label="新增配置"]')).toBeNull()
  await press('删除登录页公告')
  await screen.sees('是否要删除该配置？')
  await screen.click('确定')
  await screen.sees('删除成功')
  expect(sentTo(partnerConfig.delete.facts.path)).toEqual([{ name: 'loginNotice' }])
})

test('a deletion that fails says 操作失败', async () => {
  await openConfig({ fails: partnerConfig.delete })
  await press('删除登录页公告')
  await screen.sees('是否要删除该配置？')
  await screen.click('确定')
  await screen.sees('操作失败')
})

test('what holds now stands beside the default', async () => {
  await openConfig()
  for (const text of ['当前生效值', '编程题', '平台维护', '手机号宽松校验', '关闭', '北京时间（UTC+8）', '已配置'])
    await screen.sees(text)
})

test('company information is saved with the version that was read', async () => {
  const info = { id, name: '示例企业', domain: 'demo', logoUrl: null, webIcon: null, platformTitle: '考培', isPlatform: false }
  const rest = { validUntil: null, timeZone: 'Asia/Shanghai', allowsNewPhoneRanges: false, programmingEnabled: false, version: 3 }
  screen = await openScreen(<CompanyInfoPage />, '/business/companyInfo', [
    [company.getCompanyInfo, { ...info, ...rest }],
    [company.save, { ...info, ...rest, version: 4 }],
  ])
  for (const text of ['企业信息', '效果预览', '首页 - 考培', '上传企业标识']) await screen.sees(text)
  await screen.click('保存')
  await screen.sees('保存成功')
  expect(sentTo(company.save.facts.path)).toMatchObject([
    { name: '示例企业', platformTitle: '考培', logoUrl: null, webIcon: null, domain: 'demo', version: 3 },
  ])
})

test('each chat platform shows whether it is connected; the secret is not on the page', async () => {
  const config = { id, kind: 1, name: '集团钉钉', corpId: 'ding1', appKey: 'k1', agentId: '', hasSecret: true, isEnabled: false }
  screen = await openScreen(<ThirdauthIndexPage />, '/business/thirdauth/thirdauthIndex', [
    [thirdConfig.getThirdParty, { dataList: [{ ...config, updatedAt: at, updatedByName: '王管理', version: 1 }], totalCount: 1 }],
  ])
  for (const text of ['集团钉钉', '已加密保存', '同步通讯录', '接入企业微信', '接入飞书', '未接入', '未启用'])
    await screen.sees(text)
})
