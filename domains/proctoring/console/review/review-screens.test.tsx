import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { review } from '../../contract/review.ts'
import MarkCheatingPage from './mark-cheating.page.tsx'
import ScreenRecordPage from './screen-record.page.tsx'
import ShotsListPage from './shots-list.page.tsx'
import { freshLinksMs, nextLook } from './use-record.ts'

// The first screen of a file loads the whole library of controls.
vi.setConfig({ testTimeout: 120_000 })

const at = '2026-11-22T01:00:00.000Z'
const idOf = (number: number) => `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`
const resultId = idOf(1)
const film = {
  ...{ composeUrl: null, composeStatus: 0, reason: null, doubtfulCount: 0, cheatTag: 0, isWanted: true, expectedSeconds: 40 },
  ...{
    coveredSeconds: 30,
    coveragePercent: 75,
    holes: [{ from: '2026-11-22T01:00:20.000Z', until: '2026-11-22T01:00:30.000Z', reason: '网络中断' }],
    pictures: null,
  },
}
const none = { ...film, composeStatus: null, isWanted: false, holes: [] }
const record = {
  ...{ examinationResultId: resultId, examinationId: idOf(2), examName: '安全生产考试', staffName: '张三', startTime: at },
  ...{
    endTime: '2026-11-22T01:00:40.000Z',
    isOpen: false,
    deletedAt: null,
    deletedFrom: at,
    keeping: 'kept',
    heldFor: [],
    certificates: [],
    kinds: [],
    appealFiles: null,
    mayCut: true,
    screen: film,
    first: none,
    second: { ...none, composeStatus: 3 },
  },
}
const shot = { id: idOf(3), cheatTag: 0, takenAt: at, isDoubtful: false, isFrame: false }
const closedShots = { dataList: [{ ...shot, thumbnailUrl: '', screenShotUrl: '' }], isOpen: false, extra: { cheatCount: 0 } }
const openShots = {
  dataList: [{ ...shot, thumbnailUrl: '/files/evidence/thumb', screenShotUrl: '/files/evidence/shot' }],
  isOpen: true,
  extra: { cheatCount: 0 },
}
const noPhotographs = { dataList: [], isOpen: false, extra: { cheatCount: 0 } }

let screen: Screen
afterEach(() => screen.close())

test('films and pictures are hidden until somebody says why they look', async () => {
  screen = await openScreen(<ScreenRecordPage />, `/application/ote/markCheating-screenRecord?examinationResultId=${resultId}`, [
    [review.getRecord, record],
    [review.queryScreenShots, closedShots],
    [review.queryPhotographs, noPhotographs],
  ])
  await screen.sees('视频合成中...')
  await screen.sees('本场考试不采集')
  await screen.sees('视频合成失败')
  await screen.sees('应录 40秒，已录 30秒（75%），缺 1 段')
  await screen.sees('：网络中断')
  await screen.sees('填写原因后显示')
  expect(document.querySelector('video, img')).toBeNull()
  expect(screen.sent.some(({ path }) => path === review.listPieces.facts.path)).toBe(false)
})

test('while an appeal holds the recordings nobody is told that they go by themselves', async () => {
  const held = { ...record, keeping: 'held' as const, heldFor: ['考生申诉处理中'] }
  screen = await openScreen(<ScreenRecordPage />, `/application/ote/markCheating-screenRecord?examinationResultId=${resultId}`, [
    [review.getRecord, held],
    [review.queryScreenShots, closedShots],
    [review.queryPhotographs, noPhotographs],
  ])
  await screen.sees('因复核或申诉暂缓删除：考生申诉处理中')
  await screen.sees('暂缓期间到期也不删除')
  expect(screen.text()).not.toContain('到期自动删除')
})

test('of an open record the film is shown by the piece that the clock is in', async () => {
  const pieces = [
    {
      id: idOf(11),
      number: 1,
      from: at,
      until: '2026-11-22T01:00:10.000Z',
      isStill: false,
      isDoubtful: false,
      url: '/files/evidence/piece-1',
    },
    {
      id: idOf(12),
      number: 2,
      from: '2026-11-22T01:00:10.000Z',
      until: '2026-11-22T01:00:20.000Z',
      isStill: true,
      isDoubtful: false,
      url: '',
    },
  ]
  screen = await openScreen(<ScreenRecordPage />, `/application/ote/markCheating-screenRecord?examinationResultId=${resultId}`, [
    [review.getRecord, { ...record, isOpen: true }],
    [review.listPieces, { dataList: pieces, isOpen: true }],
    [review.queryScreenShots, openShots],
    [review.queryPhotographs, noPhotographs],
  ])
  await screen.sees('截取并标记')
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/files/evidence/piece-1')
  // Where a piece is missing the clock can be set to just before it.
  await act(async () => document.querySelector<HTMLElement>('.kp-review-hole')?.click())
  await screen.sees('画面没有变化')
  const press = (key: string) => act(async () => void window.dispatchEvent(new KeyboardEvent('keydown', { key })))
  await press('ArrowLeft')
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/files/evidence/piece-1')
  await press('ArrowRight')
  await screen.sees('画面没有变化')
})

test('at its end the clock stands and can be played again from the beginning', async () => {
  screen = await openScreen(<ScreenRecordPage />, `/application/ote/markCheating-screenRecord?examinationResultId=${resultId}`, [
    [review.getRecord, { ...record, isOpen: true }],
    [review.listPieces, { dataList: [], isOpen: true }],
    [review.queryScreenShots, openShots],
    [review.queryPhotographs, noPhotographs],
  ])
  await screen.sees('空格播放与暂停')
  const press = (key: string) => act(async () => void window.dispatchEvent(new KeyboardEvent('keydown', { key })))
  const clock = () => document.querySelector<HTMLInputElement>('[aria-label="时间"]')?.valueAsNumber ?? -1
  const button = () => document.querySelector('.kp-review-clock button')?.textContent?.replaceAll(' ', '')
  for (const _ of [1, 2, 3, 4]) await press('ArrowRight')
  await press('ArrowLeft')
  expect(clock()).toBe(30)
  await press(' ')
  expect(button()).toBe('暂停')
  await press('ArrowRight')
  await vi.waitFor(() => expect(button()).toBe('播放'))
  expect(clock()).toBe(40)
  await press(' ')
  expect(button()).toBe('暂停')
  expect(clock()).toBeLessThan(5)
})

test('a piece whose times cannot be is in no film and is watched by itself; of frames whose days are over none is cut', async () => {
  const piece = { number: 1, from: at, until: '2026-11-22T01:00:10.000Z', isStill: false, isDoubtful: false }
  const doubtful = { ...piece, id: idOf(12), number: 2, isDoubtful: true, url: '/files/evidence/piece-2' }
  screen = await openScreen(<ScreenRecordPage />, `/application/ote/markCheating-screenRecord?examinationResultId=${resultId}`, [
    [review.getRecord, { ...record, isOpen: true, mayCut: false, screen: { ...film, doubtfulCount: 1 }, second: none }],
    [review.listPieces, { dataList: [{ ...piece, id: idOf(11), url: '/files/evidence/piece-1' }, doubtful], isOpen: true }],
    [review.queryScreenShots, openShots],
    [review.queryPhotographs, noPhotographs],
  ])
  await screen.sees('截取画面的保存期限已过，不能再截取')
  expect(document.body.textContent).not.toContain('截取并标记')
  expect(document.querySelector('video')?.getAttribute('src')).toBe('/files/evidence/piece-1')
  const found = [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === '单独查看')
  await act(async () => found?.click())
  await screen.sees('时间存疑的片段')
  await vi.waitFor(() => expect(document.querySelector('.kp-review-doubtful video')?.getAttribute('src')).toBe(doubtful.url))
})

test('whoever watches for long is given fresh addresses before the old ones end', () => {
  const [ready, missing] = [{ composeStatus: 2 }, { composeStatus: null }]
  const open = { isOpen: true, screen: ready, first: missing, second: missing }
  expect([nextLook(open), nextLook({ ...open, isOpen: false }), nextLook(undefined)]).toEqual([freshLinksMs, false, false])
  expect(nextLook({ ...open, first: { composeStatus: 1 } })).toBe(4000)
  expect(freshLinksMs).toBeLessThan(15 * 60_000)
})

test('a picture is marked where it stands', async () => {
  const address = `/application/ote/markCheating-shotsList?abnormalType=4&examinationResultId=${resultId}`
  screen = await openScreen(<ShotsListPage />, address, [
    [review.queryScreenShots, openShots],
    [review.setCheatTag, { abnormalOperationId: shot.id, cheatTag: 1 }],
  ])
  await screen.sees('2026-11-22')
  await act(async () => document.querySelector<HTMLElement>('[aria-label^="标记 "]')?.click())
  await screen.sees('标记成功')
  const [sent] = screen.sent.filter(({ path }) => path === review.setCheatTag.facts.path)
  expect(sent?.body).toEqual({
    examinationResultId: resultId,
    abnormalType: 4,
    tagType: 1,
    abnormalOperationId: shot.id,
    cheatTag: 1,
  })
})

test('a picture that is opened large bears its viewer too', async () => {
  const address = `/application/ote/markCheating-shotsList?abnormalType=4&examinationResultId=${resultId}`
  screen = await openScreen(<ShotsListPage />, address, [[review.queryScreenShots, openShots]])
  await screen.sees('2026-11-22')
  await act(async () => document.querySelector<HTMLElement>('.kp-review-shot img')?.click())
  await vi.waitFor(() => expect(document.querySelector('.ant-image-preview .kp-watermarked-large img')).not.toBeNull())
})

test('pictures are found by their mark, and arrows lead from one to the next', async () => {
  const second = { ...shot, id: idOf(4), cheatTag: 1, takenAt: '2026-11-22T01:00:30.000Z' }
  const urls = { thumbnailUrl: '/files/evidence/thumb', screenShotUrl: '/files/evidence/shot' }
  const both = { dataList: [shot, second].map((one) => ({ ...one, ...urls })), isOpen: true, extra: { cheatCount: 1 } }
  const address = `/application/ote/markCheating-shotsList?abnormalType=4&examinationResultId=${resultId}`
  screen = await openScreen(<ShotsListPage />, address, [[review.queryScreenShots, both]])
  await screen.sees('已标记 1')
  const marks = () => [...document.querySelectorAll<HTMLElement>('figcaption button')]
  marks()[0]?.focus()
  await act(async () => void marks()[0]?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true })))
  expect(document.activeElement).toBe(marks()[1])
  const marked = [...document.querySelectorAll<HTMLElement>('.ant-segmented-item')].find(
    ({ textContent }) => textContent === '已标记 1',
  )
  await act(async () => marked?.querySelector('input')?.click())
  expect(marks().map(({ textContent }) => textContent)).toEqual(['取消标记'])
})

test('without an exam the recorded exams are listed, with one its people', async () => {
  screen = await openScreen(<MarkCheatingPage />, '/application/ote/markCheating', [
    [
      review.exams,
      { dataList: [{ examinationId: idOf(2), name: '安全生产考试', recordedCount: 3, markedCount: 1 }], totalCount: 1 },
    ],
    [
      review.listAbnormal,
      {
        dataList: [
          {
            ...{
              examinationResultId: resultId,
              isOwn: false,
              staffName: '张三',
              department: null,
              startTime: at,
              submitTime: null,
            },
            ...{
              cheatCount: 2,
              pictureCount: 5,
              doubtfulCount: 0,
              coverage: [{ abnormalType: 4, kind: 'film', percent: 96, holeCount: 1 }],
            },
          },
        ],
        totalCount: 1,
      },
    ],
  ])
  await screen.sees('安全生产考试')
  const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(({ textContent }) => textContent === '审核')
  await act(async () => found?.click())
  await screen.sees('屏幕录像 96%（缺 1 段）')
  await screen.sees('2 处')
})
