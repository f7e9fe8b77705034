import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import type { MenuItem } from './menu-model.ts'
import { SideMenu } from './side-menu.tsx'

let screen: Screen
afterEach(() => screen.close())

test('every entry of the menu shows its picture, on every level', async () => {
  const leaf = (name: string): MenuItem => ({ name, title: name, icon: 'exam', to: `/${name}`, children: [] })
  const group: MenuItem = { ...leaf('考试'), children: [leaf('考试管理'), { ...leaf('阅卷'), children: [leaf('阅卷管理')] }] }
  screen = await openScreen(<SideMenu label="应用" items={[group, leaf('首页')]} current={new Set()} />, '/', [])
  const entries = [...document.querySelectorAll('.kp-side-entry')]
  expect(entries).toHaveLength(5)
  expect(entries.filter((entry) => entry.querySelector('.kp-menu-wait') === null)).toEqual([])
  await act(() => vi.dynamicImportSettled())
  expect(
    entries.filter((entry) => entry.querySelector('.anticon:not(.kp-side-arrow)') === null).map((entry) => entry.textContent),
  ).toEqual([])
})

test('the menu shows where one is, however far down its entry stands', async () => {
  const shown: string[] = []
  Element.prototype.scrollIntoView = function () {
    shown.push(this.textContent)
  }
  const leaf = (name: string): MenuItem => ({ name, title: name, icon: 'exam', to: `/${name}`, children: [] })
  const items = [{ ...leaf('考试'), children: [leaf('考试管理'), leaf('考试报表')] }]
  screen = await openScreen(<SideMenu label="应用" items={items} current={new Set(['考试', '考试报表'])} />, '/', [])
  expect(shown).toEqual(['考试报表'])
})
