import { act, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { session } from '../client/session.ts'
import { connectUploads } from '../client/upload.ts'
import { openScreen, type Screen } from '../test-screen.tsx'
import { ImportDrawer, type ImportDrawerProps } from './import-drawer.tsx'
import type { ImportCheckReport } from './import-result.ts'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
const stored = { fileId: 'file-1', fileUrl: '/files/1', name: '题目.xlsx', sizeBytes: 3 }

beforeEach(() => {
  session.start({ token: 't', signKey: 'k', staffId: 's' })
  connectUploads({
    open: async () => ({ uploadId: 'u', sliceBytes: 5, sliceCount: 0, slices: [] }),
    slices: async () => ({ sliceBytes: 5, received: [], slices: [] }),
    complete: async () => stored,
    problem: (_purpose, { name }) => (name.endsWith('.xlsx') ? undefined : '仅支持 .xlsx 文件'),
    accept: () => '.xlsx',
  })
})
afterEach(async () => {
  await screen.close()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const clean: ImportCheckReport = { total: 3, new: 3, same: 0, conflict: 0, error: 0, rows: [] }
const mixed: ImportCheckReport = {
  ...{ total: 9, new: 4, same: 1, conflict: 2, error: 2, failedUrl: '/files/failed' },
  rows: [
    { rowNumber: 5, kind: 'error', messages: ['题干不能为空', '正确答案不能为空'] },
    { rowNumber: 7, kind: 'conflict', messages: ['题库中已有相同题目标识的试题，但内容不同'] },
  ],
}

async function open(props: Partial<ImportDrawerProps> & Pick<ImportDrawerProps, 'importEndpoint'>): Promise<void> {
  const drawer: ReactNode = <ImportDrawer title="导入试题" open onClose={() => undefined} {...props} />
  screen = await openScreen(drawer)
  // The drawer's own chunk takes its time on a busy machine.
  await act(() => vi.dynamicImportSettled())
  await screen.until(() => screen.text().includes('点击或将文件拖到此处上传'))
}

async function give(name = '题目.xlsx'): Promise<void> {
  const input = await vi.waitFor(() => {
    const found = document.querySelector('input[type=file]')
    if (!(found instanceof HTMLInputElement)) throw new Error('nothing takes a file')
    return found
  })
  Object.defineProperty(input, 'files', { value: [new File(['abc'], name)] })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
}

const says = (text: string) => screen.until(() => screen.text().includes(text))
const radio = (label: string) =>
  act(async () => {
    const tag = [...document.querySelectorAll('label')].find((one) => one.textContent === label)
    if (!tag) throw new Error(`nothing is called ${label}`)
    tag.click()
  })

test('a check shows what an import would do; only then is anything sent to be imported', async () => {
  const sent: unknown[] = []
  await open({
    check: { run: async () => clean, unit: '道试题' },
    importEndpoint: async (input) => {
      sent.push(input)
      return { successCount: 3 }
    },
    extras: { bankId: 'b' },
    doneText: () => '跳过 0 道',
  })
  await give()
  await says('数据检查完成')
  expect(screen.text()).not.toContain('导入方式')
  expect(sent).toEqual([])
  await screen.click('导入 3 道试题')
  await says('成功导入 3 条数据')
  expect(screen.text()).toContain('跳过 0 道')
  expect(sent).toEqual([{ fileUrl: '/files/1', fileId: 'file-1', bankId: 'b', conflicts: 'skip', isAllOrNothing: false }])
})

test('faults are told by row; people choose what becomes of conflicts, and all or nothing refuses a file with faults', async () => {
  const sent: unknown[] = []
  await open({
    check: { run: async () => mixed, conflictWords: { skip: '跳过', overwrite: '覆盖为新版本' } },
    importEndpoint: async (input) => {
      sent.push(input)
      return { successCount: 6, failedUrl: '/files/failed' }
    },
  })
  await give()
  await says('数据格式异常，检查不通过')
  for (const text of ['题干不能为空', '正确答案不能为空', '下载失败明细', '总行数9', '新增4', '已存在1', '冲突2', '错误2'])
    expect(screen.text()).toContain(text)
  await radio('全部正确才导入，有一处错误则全部不导入')
  expect(screen.button('导入 4 条数据').disabled).toBe(true)
  await radio('只导入正确的数据，跳过有错误的')
  await radio('覆盖为新版本')
  await screen.click('导入 6 条数据')
  await says('其中 6 条数据已成功导入')
  // What went in is in: the last step is reached, and people can leave as well as repair the rest.
  expect(document.querySelector('.ant-steps-item-active')?.textContent).toContain('导入结果')
  expect(screen.button('完成')).toBeDefined()
  expect(sent).toMatchObject([{ conflicts: 'overwrite', isAllOrNothing: false }])
  await screen.click('重新上传')
  await says('点击或将文件拖到此处上传')
})

test('as long as something has to be chosen first, no file is taken', async () => {
  const check = { run: () => Promise.reject(new Error('nothing is checked')) }
  await open({ whyNot: '请先选择题库', options: <p>导入到题库</p>, check, importEndpoint: async () => null })
  expect(screen.text()).toContain('导入到题库')
  await give()
  await says('请先选择题库')
  expect(screen.text()).toContain('点击或将文件拖到此处上传')
})

test('a check that cannot be made says why; one that throws is a failed upload', async () => {
  const answers = [async () => ({ errMessage: '文件没有数据' }), () => Promise.reject(new Error('internal'))]
  await open({ check: { run: () => answers.shift()?.() ?? Promise.resolve(clean) }, importEndpoint: async () => null })
  await give()
  await says('数据格式异常，检查失败')
  expect(screen.text()).toContain('文件没有数据')
  await screen.click('重新上传')
  await give()
  await says('上传失败')
  expect(screen.text()).not.toContain('internal')
})

test('what a check says after 重新上传 is not heard', async () => {
  let answer = (_report: ImportCheckReport) => undefined as unknown
  const late = new Promise<ImportCheckReport>((resolve) => {
    answer = resolve
  })
  const signals: AbortSignal[] = []
  const run: NonNullable<ImportDrawerProps['check']>['run'] = (_input, { signal, onProgress }) => {
    signals.push(signal)
    onProgress(0.4)
    return late
  }
  await open({ check: { run }, importEndpoint: async () => null })
  await give()
  await says('正在检查 题目.xlsx')
  await screen.click('重新上传')
  expect(signals[0]?.aborted).toBe(true)
  await act(async () => void answer(clean))
  expect(screen.text()).toContain('点击或将文件拖到此处上传')
  expect(screen.text()).not.toContain('数据检查完成')
})

test('columns of a foreign table are matched first, a template is not asked about', async () => {
  const seen: unknown[] = []
  const check = {
    run: async (input: Readonly<Record<string, unknown>>) => {
      seen.push(input.columnMapping)
      return clean
    },
  }
  const fields = [
    { name: 'stem', label: '题干', isRequired: true },
    { name: 'answer', label: '正确答案', isRequired: true },
  ]
  const previews = [
    { headers: ['', 'Question', 'Answer'], samples: [['0', '制动时', 'D']], suggestion: { stem: 1, answer: 2 } },
    { headers: ['题干', '正确答案'], suggestion: { stem: 0, answer: 1 }, isTemplate: true },
  ]
  const preview = async () => previews.shift() ?? { headers: [] }
  await open({ mapping: { fields, preview }, check, importEndpoint: async () => null })
  await give()
  await says('例：制动时')
  await screen.click('检查数据')
  await says('数据检查完成')
  await screen.click('重新上传')
  await give()
  await says('数据检查完成')
  expect(seen).toEqual([
    { stem: 1, answer: 2 },
    { stem: 0, answer: 1 },
  ])
})
