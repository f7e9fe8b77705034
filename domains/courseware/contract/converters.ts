import { endpoint } from '@kaopei/contract'
import { z } from 'zod'
import { lessonManage } from './menus.ts'

/** What a worker's machine has of the programs that conversion takes. */
export const machineTools = z.object({
  ffmpeg: z.boolean(),
  /** LibreOffice. */
  office: z.boolean(),
  /** pdftoppm, pdftotext, pdfinfo. */
  pages: z.boolean(),
  sandbox: z.boolean(),
  font: z.boolean(),
  isUnsandboxed: z.boolean(),
})
export type MachineTools = z.output<typeof machineTools>

const trouble = z.object({
  /** `danger`: something is less safe than it should be. */
  tone: z.enum(['warning', 'danger']),
  text: z.string(),
})
export type ConverterTrouble = z.output<typeof trouble>

export const converters = {
  status: endpoint({
    path: '/api/v1/courseWare/converters',
    access: lessonManage.rights.view,
    audit: 'read',
    summary: '转码服务缺少的程序',
    output: z.object({ troubles: z.array(trouble) }),
  }),
}

const sentences: readonly [keyof MachineTools, string][] = [
  ['ffmpeg', '转码服务器未安装 ffmpeg：H.264 的 mp4、mp3、m4a 按原文件播放，其他音视频只能下载。请安装 ffmpeg'],
  [
    'office',
    '转码服务器未安装 LibreOffice：Office 文档只能下载，PDF 不受影响。请安装 libreoffice-impress、libreoffice-writer、libreoffice-calc',
  ],
  ['pages', '转码服务器未安装 poppler-utils：文档不能在线翻页，只能下载。请安装 poppler-utils'],
  ['font', '转码服务器没有中文字体：Office 文档无法转换。请安装 fonts-noto-cjk'],
]

/** What an administrator should know of the machines, once each. */
export function troublesOf(machines: readonly MachineTools[]): ConverterTrouble[] {
  if (machines.length === 0)
    return [{ tone: 'warning', text: '没有正在运行的转码服务，新上传的课件会一直等待。请检查后台服务（worker）是否已启动' }]
  const isOff = machines.some(({ sandbox, isUnsandboxed }) => !sandbox && !isUnsandboxed)
  const isOpen = machines.some(({ sandbox, isUnsandboxed }) => !sandbox && isUnsandboxed)
  const missing = sentences.filter(([tool]) => machines.some((machine) => !machine[tool]))
  return [
    ...(isOpen
      ? [
          {
            tone: 'danger' as const,
            text: '转码程序未在沙箱中运行（KAOPEI_UNSANDBOXED=1），上传的文件可能读取服务器数据。请安装 bubblewrap 并去掉该设置',
          },
        ]
      : []),
    ...(isOff
      ? [{ tone: 'danger' as const, text: '转码服务器未安装 bubblewrap 或无法使用，转码已关闭。请安装 bubblewrap' }]
      : []),
    ...missing.map(([, text]) => ({ tone: 'warning' as const, text })),
  ]
}
