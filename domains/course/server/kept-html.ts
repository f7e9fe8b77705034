import { keepablePictures, picturesIn } from '@kaopei/files/server'
import { type Db, type Services, TooComplexMarkup } from '@kaopei/server'
import { cleanArticle } from './rules/clean-article.ts'

interface Writing {
  readonly services: Pick<Services, 'secret'>
  readonly companyId: string
  readonly staffId: string
  readonly now: Date
}

export type KeptHtml = { readonly html: string } | { readonly problem: string }

/** Formatted text as it is kept; `before`: what stood there, whose pictures may stay, whoever put them in. */
export async function keptHtml(
  db: Db,
  { services, companyId, staffId, now }: Writing,
  { html, before }: { html: string; before: string },
): Promise<KeptHtml> {
  const keep = await keepablePictures(db, services, { companyId, staffId }, { text: html, known: picturesIn(before), now })
  try {
    const cleaned = cleanArticle(html, keep)
    if (cleaned.refusedPictures > 0) return { problem: '正文中有图片不能使用，请重新上传后再保存' }
    return { html: cleaned.html }
  } catch (error) {
    if (error instanceof TooComplexMarkup) return { problem: error.message }
    throw error
  }
}
