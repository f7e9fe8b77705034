import { acceptOf } from '@kaopei/files/contract/upload-types'
import { connectUploads } from '@kaopei/web/client'
import { openScreen } from '@kaopei/web/testing'
import { act } from 'react'
import { expect, test } from 'vitest'
import { bank } from '../../contract/bank.ts'
import { knowledgePoint } from '../../contract/knowledge-point.ts'
import { question } from '../../contract/question.ts'
import QuestionFormPage from './question.form.tsx'

const id = '0190aaaa-0000-7000-8000-000000000001'
const bankId = '0190aaaa-0000-7000-8000-000000000002'
const detail = {
  ...{ id, type: 3, stemText: '水能灭油火', title: '', idNumber: null, bankId, bankName: '消防', difficulty: 2, defaultScore: 2 },
  ...{ status: 1, hasDraft: false, knowledgePoints: [], tags: ['必考'], versionNumber: 1, updatedAt: '2026-11-21T00:00:00Z' },
  ...{ version: 7, course: '', versions: [], rules: [], usedIn: [], hiddenKey: null },
  content: {
    ...{ type: 3, stem: '水能灭油火', correct: 'false', analysis: '' },
    options: [
      { id: 'true', html: '正确', fixed: true },
      { id: 'false', html: '错误', fixed: true },
    ],
  },
  rule: { type: 3, mode: 'exact', negative: null },
}

// Nothing is uploaded here; the editor only asks what its pictures may be.
const noUpload = () => Promise.reject(new Error('nothing is uploaded in this test'))
connectUploads({
  open: noUpload,
  slices: noUpload,
  complete: noUpload,
  problem: () => undefined,
  accept: () => acceptOf('editorImage'),
})

test('what was changed beside the content of a question is what is saved', { timeout: 30_000 }, async () => {
  const screen = await openScreen(<QuestionFormPage />, `/createQuestion?id=${id}`, [
    [question.get, detail],
    [question.modify, { id, version: 8, versionNumber: 1 }],
    [bank.list, { dataList: [{ id: bankId, name: '消防' }], totalCount: 1 }],
    [knowledgePoint.list, []],
  ])
  await screen.sees('编辑试题')
  const score = document.querySelector('#question-score')
  if (!(score instanceof HTMLInputElement)) throw new Error('the score has a field')
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(score, '5')
    score.dispatchEvent(new Event('input', { bubbles: true }))
    score.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  })
  await screen.click('保存')
  const saved = screen.sent.find(({ path }) => path === question.modify.facts.path)?.body
  expect(saved).toMatchObject({ id, version: 7, bankId, defaultScore: 5, difficulty: 2, tags: ['必考'], status: 1 })
  expect(saved).not.toHaveProperty('versions')
  screen.close()
})
