import { uploadProblem } from '@kaopei/files/contract/upload'
import { contentRefusal } from '@kaopei/files/contract/upload-types'
import { ApiError, connectUploads } from '@kaopei/web/client'
import { openScreen, type Screen } from '@kaopei/web/testing'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { courseware } from '../contract/courseware.ts'
import UploadPage from './upload.page.tsx'

vi.setConfig({ testTimeout: 60_000 })

let screen: Screen
let broken: Set<string>
let abandoned: string[]
beforeEach(() => {
  broken = new Set()
  abandoned = []
  connectUploads({
    open: async ({ filePath }) => {
      if (broken.has(filePath)) throw new ApiError(1, '网络连接失败，请检查网络后重试')
      return { uploadId: filePath, sliceBytes: 1000, sliceCount: 0, slices: [] }
    },
    slices: async () => ({ sliceBytes: 1000, received: [], slices: [] }),
    complete: async (name) => {
      if (name === '假.mp4') throw new ApiError(2450, contentRefusal(name))
      return { fileId: `id of ${name}`, fileUrl: '/files/x', name, sizeBytes: 10 }
    },
    problem: (_purpose, file) => uploadProblem('courseware', file),
    abandon: async (uploadId) => void abandoned.push(uploadId),
    accept: () => '.mp4',
  })
})
afterEach(() => screen.close())

const file = (name: string) => new File(['0123456789'], name)
async function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no place to choose files')
  Object.defineProperty(input, 'files', { value: files, configurable: true })
  await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })))
}
const type = async (label: string, value: string) => {
  const input = document.querySelector<HTMLInputElement>(`input[placeholder="${label}"]`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  await act(async () => void input?.dispatchEvent(new Event('input', { bubbles: true })))
  await act(async () => void input?.dispatchEvent(new FocusEvent('focusout', { bubbles: true })))
}

test('many files go up, each with its own failure; those that did are saved with their titles and contributors', async () => {
  screen = await openScreen(<UploadPage />, '/createCourseWareInfo', [[courseware.saveBatch, { dataList: [] }]])
  broken.add('坏.mp4')
  await choose(file('安全.mp4'), file('坏.mp4'), file('旧.h5p'), file('手册.pdf'))
  await screen.sees('H5P 课件请先导出为 SCORM 包（.zip）再上传')
  await screen.sees('网络连接失败，请检查网络后重试')
  await screen.sees('共 4 个文件，2 个已上传')
  await screen.click('保存')
  await screen.sees('贡献人不能为空')
  await type('输入贡献人姓名后按回车', '培训部')
  await screen.click('保存')
  await screen.sees('已新增 2 个课件')
  expect(screen.sent.find(({ path }) => path.endsWith('/saveBatch'))?.body).toMatchObject({
    coursewareList: [
      { fileId: 'id of 安全.mp4', title: '安全', contributor: [{ staffId: null, name: '培训部' }] },
      { fileId: 'id of 手册.pdf', title: '手册' },
    ],
  })
  // What was refused as it is cannot be tried again.
  expect([...document.querySelectorAll('button')].filter(({ textContent }) => textContent === '继续上传')).toHaveLength(1)
  broken.clear()
  await screen.click('继续上传')
  await screen.sees('共 2 个文件，1 个已上传')
  expect(abandoned).toEqual([])
  await screen.click('移除')
  await screen.sees('共 1 个文件，0 个已上传')
  expect(abandoned).toEqual(['id of 坏.mp4'])
})

test('a file whose content is refused is not offered to be sent again', async () => {
  screen = await openScreen(<UploadPage />, '/createCourseWareInfo', [])
  await choose(file('假.mp4'))
  await screen.sees('文件内容不是 .mp4，可能改过扩展名或已损坏。请在本机确认能够打开，另存为正确的格式后重新上传')
  // Nothing becomes of it: nothing can be said of it either.
  const offered = [...document.querySelectorAll('.kp-ware-files button')].map(({ textContent }) => textContent)
  expect(offered).toEqual(['移除'])
  await screen.sees('共 1 个文件，0 个已上传，1 个未上传')
})
