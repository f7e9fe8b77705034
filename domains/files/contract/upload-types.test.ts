import { expect, test } from 'vitest'
import { acceptOf, type UploadPurpose, uploadProblem, uploadRuleOf } from './upload-types.ts'

const megabyte = 1024 * 1024
const wrongType = '上传文件格式与要求不符！'
const documents = ['doc', 'docx', 'ppt', 'pptx', 'xls', 'xlsx', 'pps', 'pdf']
const images = ['jpg', 'jpeg', 'gif', 'png', 'bmp']
const videos = ['wmv', 'mp4', 'flv', 'avi', 'rmvb', 'mpg', 'mkv', 'mov', 'mts']
const sounds = ['w4v', 'm4a', 'wma', 'wav', 'mp3', 'amr']

/** UPL-008 … UPL-011: kinds, their endings and their limits in M. */
const limits = [
  { purpose: 'document', endings: documents, megabytes: 200 },
  { purpose: 'image', endings: images, megabytes: 10 },
  { purpose: 'video', endings: videos, megabytes: 2048 },
  { purpose: 'audio', endings: sounds, megabytes: 200 },
] as const

for (const { purpose, endings, megabytes } of limits) {
  test.each(endings)(`${purpose}: .%s up to ${megabytes} M`, (ending) => {
    for (const name of [`a.${ending}`, `A.${ending.toUpperCase()}`, `考试.v2.${ending}`]) {
      expect(uploadProblem(purpose, { name, sizeBytes: megabytes * megabyte })).toBeUndefined()
      expect(uploadProblem(purpose, { name, sizeBytes: megabytes * megabyte + 1 })).toBe(
        `上传文件过大！最大可上传${megabytes}M的文件!`,
      )
    }
    expect(uploadProblem('attachment', { name: `a.${ending}`, sizeBytes: 1 })).toBeUndefined()
  })

  test(`${purpose} takes no other kind`, () => {
    const others = limits.filter((other) => other.purpose !== purpose).flatMap((other) => [...other.endings])
    for (const ending of others) expect(uploadProblem(purpose, { name: `a.${ending}`, sizeBytes: 1 })).toBe(wrongType)
    expect(acceptOf(purpose)).toBe(endings.map((ending) => `.${ending}`).join(','))
  })
}

test.each([
  'exe',
  'html',
  'htm',
  'svg',
  'js',
  'zip',
  'rar',
  'php',
  'jsp',
  'sh',
  'bat',
  'apk',
  'xlsm',
  'docm',
  'swf',
  'xml',
  'webp',
])('.%s is accepted for nothing', (ending) => {
  for (const { purpose } of limits) expect(uploadProblem(purpose, { name: `a.${ending}`, sizeBytes: 1 })).toBe(wrongType)
  expect(uploadProblem('attachment', { name: `a.${ending}`, sizeBytes: 1 })).toBe(wrongType)
})

test.each([
  'pdf',
  'a',
  'a.',
  '.',
  '',
  'a.pdf/',
  'a.pdf.',
  'a.pdf ',
  'a.pdf\u0000',
  'a.pdf\u202e',
  'a.__proto__',
  'a.constructor',
  'a.toString',
])('the name %j has no ending of ours', (name) => {
  expect(uploadProblem('document', { name, sizeBytes: 1 })).toBe(wrongType)
})

test.each([
  ['a.png', 2 * megabyte, undefined],
  ['a.jpg', 1, undefined],
  ['a.jpeg', 1, undefined],
  ['a.png', 2 * megabyte + 1, '上传文件过大！最大可上传2M的文件!'],
  ['a.gif', 1, '请选择图片上传！只支持.png,.jpg,.jpeg格式图片'],
  ['a.bmp', 1, '请选择图片上传！只支持.png,.jpg,.jpeg格式图片'],
  ['a.svg', 1, '请选择图片上传！只支持.png,.jpg,.jpeg格式图片'],
  ['a.pdf', 1, '请选择图片上传！只支持.png,.jpg,.jpeg格式图片'],
])("the editor's picture %s of %d bytes", (name, sizeBytes, problem) => {
  expect(uploadProblem('editorImage', { name, sizeBytes })).toBe(problem)
})

test.each([
  ['courseware', 'a.mp4', 204_800],
  ['courseware', 'a.pdf', 200],
  ['video', 'a.mp4', 2048],
] as const)('%s takes %s up to %d M', (purpose: UploadPurpose, name, megabytes) => {
  expect(uploadRuleOf(purpose, name)?.maxMegabytes).toBe(megabytes)
})

test.each([
  ['import', ['xls', 'xlsx'], ['csv', 'pdf', 'xlsm']],
  ['questionImport', ['xls', 'xlsx', 'csv'], ['pdf', 'txt']],
  ['roomImport', ['xls', 'xlsx', 'zip'], ['csv', 'pptx']],
] as const)('%s', (purpose, taken, refused) => {
  for (const ending of taken) expect(uploadProblem(purpose, { name: `a.${ending}`, sizeBytes: 1 })).toBeUndefined()
  for (const ending of refused) expect(uploadProblem(purpose, { name: `a.${ending}`, sizeBytes: 1 })).toBe(wrongType)
})

test('packages and subtitles go up as such, and a file with a way round is refused with it', () => {
  expect(uploadRuleOf('courseware', '课件.zip')).toMatchObject({ kind: 'package', maxMegabytes: 2048 })
  expect(uploadProblem('courseware', { name: '课件.H5P', sizeBytes: 1 })).toBe('H5P 课件请先导出为 SCORM 包（.zip）再上传')
  expect(uploadProblem('courseware', { name: '课件.exe', sizeBytes: 1 })).toBe(wrongType)
  for (const name of ['a.srt', 'a.vtt']) expect(uploadProblem('subtitle', { name, sizeBytes: 1 })).toBeUndefined()
  expect(uploadProblem('subtitle', { name: 'a.ass', sizeBytes: 1 })).toBe('字幕只支持 .srt、.vtt 文件')
})

test('an empty file is refused before anything is sent', () => {
  expect(uploadProblem('document', { name: 'a.pdf', sizeBytes: 0 })).toBe('文件没有内容，请重新选择')
})

test('an appeal takes pictures and documents of a moderate size, and says so', () => {
  expect(uploadProblem('appeal', { name: '录音.mp3' })).toContain('只支持图片')
  expect(uploadProblem('appeal', { name: '病历.docx', sizeBytes: 21 * 1024 ** 2 })).toContain('20M')
  expect(uploadProblem('appeal', { name: '证明.pdf', sizeBytes: 1024 })).toBeUndefined()
})
