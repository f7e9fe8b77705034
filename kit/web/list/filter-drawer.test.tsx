import { act } from 'react'
import { Link } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { PickApi, Picked, PickTab } from '../pick/pick.ts'
import { openScreen, type Screen } from '../testing.tsx'
import { FilterDrawer, type FilterDrawerProps } from './filter-drawer.tsx'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 60_000 })

const fruit = (id: string, name: string, more: Partial<Picked> = {}): Picked => ({ kind: 'fruit', id, name, ...more })
const apple = fruit('1', '苹果')
const pear = fruit('2', '梨子')
const nut = fruit('3', '核桃', { kind: 'nut' })

function Row({ item, pick }: { readonly item: Picked; readonly pick: PickApi }) {
  return (
    <button type="button" disabled={pick.isLocked(item.kind, item.id)} onClick={() => pick.toggle(item)}>
      {`${pick.isPicked(item.kind, item.id) ? '取下' : '放上'}${item.name}`}
    </button>
  )
}

const fruits: PickTab = {
  key: '1',
  title: '水果',
  content: (pick) => (
    <>
      <Row item={apple} pick={pick} />
      <Row item={pear} pick={pick} />
      <button type="button" onClick={() => pick.add([apple, pear, apple])}>
        全部水果
      </button>
    </>
  ),
}
const nuts: PickTab = { key: '2', title: '坚果', content: (pick) => <Row item={nut} pick={pick} /> }

let screen: Screen
afterEach(() => screen.close())

async function open(props: Partial<FilterDrawerProps> = {}) {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  screen = await openScreen(
    <FilterDrawer open title="选择食物" tabs={[fruits, nuts]} onClose={onClose} onConfirm={onConfirm} {...props} />,
    '/x',
    [],
  )
  await screen.sees('选择食物')
  return { onConfirm, onClose }
}

/** Messages and questions are drawn by a chunk of their own, which the first of them loads. */
async function hears(text: string) {
  await act(() => vi.dynamicImportSettled())
  await screen.sees(text)
}

async function press(label: string) {
  const found = document.querySelector<HTMLElement>(`[aria-label="${label}"]`)
  if (!found) throw new Error(`nothing is called ${label}`)
  await act(async () => found.click())
}

async function openTab(name: string) {
  const tab = [...document.querySelectorAll<HTMLElement>('[role="tab"]')].find((one) => one.textContent === name)
  if (!tab) throw new Error(`no tab ${name}`)
  await act(async () => tab.click())
}

test('it is 950 px wide unless told otherwise', async () => {
  await open()
  expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.width).toBe('950px')
})

test('a selection gathers over tabs, each thing once, and is confirmed in the order it was picked', async () => {
  const { onConfirm, onClose } = await open()
  expect(screen.text()).toContain('请选择...')
  await screen.click('全部水果')
  await openTab('坚果')
  await screen.click('放上核桃')
  await screen.sees('已选择(3)')
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0].map(({ name }: Picked) => name)).toEqual(['苹果', '梨子', '核桃'])
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('things of two kinds with the same id are two things', async () => {
  const twin = fruit('1', '苹果干', { kind: 'dried' })
  await open({ selected: [twin] })
  await screen.click('放上苹果')
  await screen.sees('已选择(2)')
  await screen.click('取下苹果')
  await screen.sees('已选择(1)')
  expect(screen.text()).toContain('苹果干')
})

test('nothing selected is not confirmed', async () => {
  const { onConfirm, onClose } = await open()
  await screen.click('确定')
  await hears('您还没有选择！！')
  expect(onConfirm).not.toHaveBeenCalled()
  expect(onClose).not.toHaveBeenCalled()
})

test('a tag takes its thing back', async () => {
  await open({ selected: [apple, pear] })
  await press('移除苹果')
  await screen.sees('已选择(1)')
  await screen.sees('放上苹果')
})

test('locked things have no close control, cannot be taken away and survive 清空', async () => {
  const { onConfirm } = await open({ selected: [{ ...apple, locked: true }, pear] })
  expect(document.querySelector('[aria-label="移除苹果"]')).toBeNull()
  expect(document.querySelector('[aria-label="移除梨子"]')).not.toBeNull()
  await screen.click('全部水果')
  await screen.sees('已选择(2)')
  await screen.click('清空')
  await screen.sees('已选择(1)')
  expect(screen.text()).not.toContain('清空')
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith([{ ...apple, locked: true }])
})

test('of a single picker the row clicked last is the sole result', async () => {
  const { onConfirm } = await open({ single: true })
  await screen.click('放上苹果')
  await screen.click('放上梨子')
  await screen.click('取下梨子')
  await screen.click('确定')
  expect(onConfirm).toHaveBeenCalledWith([pear])
})

test('a locked sole result of a single picker stays', async () => {
  const { onConfirm } = await open({ single: true, selected: [{ ...apple, locked: true }] })
  await screen.click('放上梨子')
  await screen.click('确定')
  expect(onConfirm.mock.calls[0]?.[0].map(({ name }: Picked) => name)).toEqual(['苹果'])
})

test('closing without a change asks nothing', async () => {
  const { onClose } = await open({ selected: [apple] })
  await screen.click('放上梨子')
  await screen.click('取下梨子')
  await screen.click('取消')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('closing with a change asks, and stays on 取消', async () => {
  const { onClose } = await open({ selected: [apple] })
  await screen.click('放上梨子')
  await press('取消')
  await hears('当前操作尚未保存，是否确认取消？')
  await hears('确认取消？')
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1)
  expect(document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '')?.textContent).toBe('确认取消？')
  expect(onClose).not.toHaveBeenCalled()
})

const leaveThePage = () => {
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  return leaving.defaultPrevented
}

test('a change is asked about on the way to another screen and on closing the page too', async () => {
  screen = await openScreen(
    <>
      <Link to="/y">别处</Link>
      <FilterDrawer open tabs={[fruits]} selected={[apple]} onClose={() => undefined} onConfirm={() => undefined} />
    </>,
    '/x',
    [],
  )
  await screen.sees('已选择(1)')
  expect(leaveThePage()).toBe(false)
  await screen.click('放上梨子')
  expect(leaveThePage()).toBe(true)
  await act(async () => document.querySelector<HTMLElement>('a[href="/y"]')?.click())
  await hears('当前操作尚未保存，是否确认取消？')
  await screen.sees('已选择(2)')
})

test('every opening begins with what was given', async () => {
  const onClose = vi.fn()
  const drawer = (isOpen: boolean) => (
    <FilterDrawer open={isOpen} tabs={[fruits]} selected={[apple]} onClose={onClose} onConfirm={() => undefined} />
  )
  screen = await openScreen(drawer(true), '/x', [])
  await screen.click('放上梨子')
  await screen.sees('已选择(2)')
  await screen.show(drawer(false))
  await screen.show(drawer(true))
  await screen.sees('已选择(1)')
})

test('while it is being saved the button says so, and an answer of false keeps the drawer open', async () => {
  let answer: (isDone: boolean) => void = () => undefined
  const { onClose } = await open({ selected: [apple], onConfirm: () => new Promise((resolve) => (answer = resolve)) })
  await screen.click('确定')
  await screen.sees('提交中 ...')
  await act(async () => answer(false))
  await screen.sees('确定')
  expect(onClose).not.toHaveBeenCalled()
})

test('a failure is shown and loses nothing', async () => {
  const { onClose } = await open({ selected: [apple], onConfirm: () => Promise.reject(new Error('坏了')) })
  await screen.click('确定')
  await screen.sees('已选择(1)')
  expect(onClose).not.toHaveBeenCalled()
  expect(screen.text()).not.toContain('提交中')
})
