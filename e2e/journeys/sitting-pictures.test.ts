/** A picture in an answer, from the candidate's hand to the marker's eye. */

import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFailed, test } from 'vitest'
import { dismissVisitors, newVisitor, pictureAll } from '../browser.ts'
import { accountOf, logInToConsole } from '../people.ts'
import { enterExam, handIn, logInAsCandidate } from './candidate.ts'
import { openExam, paperOf } from './sitting-exam.ts'

afterAll(() => dismissVisitors())

const isLoaded = (image: Locator) =>
  image.evaluate(
    (element) =>
      new Promise<boolean>((resolve) => {
        if (!(element instanceof HTMLImageElement)) return resolve(false)
        if (element.complete) return resolve(element.naturalWidth > 0)
        element.onload = () => resolve(true)
        element.onerror = () => resolve(false)
      }),
  )

/** Puts files on the answer as a drop or a paste brings them. */
async function bring(page: Page, how: 'drop' | 'paste', name: string): Promise<void> {
  const bytes = [...png(8, 8)]
  await page.getByLabel('第 2 题作答').evaluate(
    (field, given) => {
      const files = new DataTransfer()
      files.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: 'image/png' }))
      const facts = { bubbles: true, cancelable: true }
      if (given.how === 'drop') field.dispatchEvent(new DragEvent('drop', { ...facts, dataTransfer: files }))
      else field.dispatchEvent(new ClipboardEvent('paste', { ...facts, clipboardData: files }))
    },
    { how, name, bytes },
  )
}

test('pictures chosen, dropped and pasted, one of them over a lost network, reach the marker', async () => {
  onTestFailed(() => pictureAll(join(import.meta.dirname, '..', 'output')))
  const exam = await openExam('图片作答', 2, {
    settings: { permitCopyPaste: true, permitViewEarly: true },
    contents: (stamp) => [
      {
        type: 3,
        stem: `判断 ${stamp}`,
        options: [
          { id: 'true', html: '正确', fixed: true },
          { id: 'false', html: '错误', fixed: true },
        ],
        correct: 'true',
        analysis: '',
      },
      { type: 6, stem: `画出疏散路线 ${stamp}`, keyPoints: [], referenceAnswer: '略', analysis: '' },
    ],
  })
  const { page, context, problems } = await newVisitor()
  await logInAsCandidate(page, accountOf('考生', 2))
  await enterExam(page, exam.name)
  await page.getByRole('button', { name: '下一题' }).click()
  await page.getByLabel('第 2 题作答').fill('见图。')
  const pictures = page.getByRole('list', { name: '第 2 题的图片' })
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '第 2 题添加图片' }).click()
  await (await chooser).setFiles({ name: '路线.png', mimeType: 'image/png', buffer: png(40, 20) })
  await pictures.getByRole('img', { name: '作答图片 1' }).waitFor()
  await bring(page, 'drop', '拖入.png')
  await pictures.getByRole('img', { name: '作答图片 2' }).waitFor()

  await context.setOffline(true)
  await bring(page, 'paste', '粘贴.png')
  await pictures.getByText(/上传中|上传中断/).waitFor()
  await page.getByRole('button', { name: '上一题' }).click()
  await page.getByRole('button', { name: '交卷' }).first().click()
  await page.getByText('有 1 张图片还没有上传完成').waitFor()
  await page.getByRole('button', { name: '继续作答' }).click()
  await context.setOffline(false)
  await page.getByRole('button', { name: '下一题' }).click()
  await pictures.getByRole('img', { name: '作答图片 3' }).waitFor()
  await pictures.getByRole('button', { name: '删除图片 2' }).click()
  await expect.poll(() => pictures.getByRole('img').count()).toBe(2)
  await page.getByText(/^已保存 \d/).waitFor()
  await page.reload()
  await page.getByRole('timer').waitFor()
  expect(await page.getByLabel('第 2 题作答').inputValue()).toBe('见图。')
  for (const image of await pictures.getByRole('img').all()) expect(await isLoaded(image)).toBe(true)
  await handIn(page)
  await page
    .getByText(/阅卷中/)
    .first()
    .waitFor()
  for (const image of await page.getByRole('img', { name: /作答图片/ }).all()) expect(await isLoaded(image)).toBe(true)
  // What the browser says of calls without network is no fault of the page.
  expect(problems.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])

  const paper = await paperOf(exam)
  expect(paper.items[1]?.answer).toMatchObject({ type: 6, format: 'html', text: expect.stringContaining('<p>见图。</p>') })

  const marker = await newVisitor()
  await logInToConsole(marker.page, accountOf('阅卷老师'))
  await marker.page.goto(`${inject('baseUrl')}/application/ote/testMarking`)
  await marker.page
    .getByRole('row', { name: new RegExp(exam.name) })
    .getByRole('link', { name: '去阅卷' })
    .click()
  const answer = marker.page.getByRole('region', { name: '考生作答' })
  await answer.getByRole('img').first().waitFor()
  expect(await answer.getByRole('img').count()).toBe(2)
  for (const image of await answer.getByRole('img').all()) expect(await isLoaded(image)).toBe(true)
})

/** A picture of one colour. */
function png(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 0x60)])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
