import { acceptOf } from '@kaopei/files/contract/upload'
import { dateTime, type Loaded } from '@kaopei/web/candidate'
import { call, isApiError, shrinkPicture, uploadFile } from '@kaopei/web/client'
import { type ReactNode, useRef, useState } from 'react'
import { offerState } from '../contract/codes.ts'
import { type OwnPortrait, ownPortrait } from '../contract/own-portrait.ts'

/** So many are named; of the others their number is. */
const mostNamed = 20

/** The holder's photo of themselves, where a certificate that they are due shows one. */
export function OwnPhoto({ loaded }: { readonly loaded: Loaded<OwnPortrait> }): ReactNode {
  const own = loaded.data
  if (!own || (own.titles.length === 0 && !own.isAsked)) return null
  const { offer, url, titles } = own
  return (
    <section className="certificate-card certificate-photo" aria-labelledby="certificate-photo-title">
      <div className="certificate-head">
        <h2 id="certificate-photo-title">证书照片</h2>
        <Standing own={own} />
      </div>
      <p className="note">
        {titles.length > 0
          ? `“${titles.slice(0, mostNamed).join('”“')}”${titles.length > mostNamed ? `等 ${titles.length} 种证书` : ''}上印有持证人照片。`
          : '您的证书上将印有持证人照片。'}
        请上传本人近期正面免冠照片，人像居中；审核通过后用于之后签发的证书。照片不会出现在公开的验证页面上。
      </p>
      {offer?.state === offerState.refused && (
        <p className="certificate-refused" role="status">
          照片已退回：{offer.reason}。请重新上传。
        </p>
      )}
      <div className="certificate-photos">
        {url !== null && <Photo url={url} caption="使用中" />}
        {offer?.url && <Photo url={offer.url} caption={`待审核，${dateTime(offer.at)} 上传`} />}
      </div>
      <Acts own={own} onDone={loaded.reload} />
    </section>
  )
}

function Standing({ own: { offer, url } }: { readonly own: OwnPortrait }): ReactNode {
  if (offer?.state === offerState.waits) return <span className="tag warn">{offerState.label(offer.state)}</span>
  if (offer?.state === offerState.refused) return <span className="tag bad">{offerState.label(offer.state)}</span>
  return url === null ? <span className="tag warn">未上传</span> : <span className="tag good">已有照片</span>
}

function Photo({ url, caption }: { readonly url: string; readonly caption: string }): ReactNode {
  return (
    <figure>
      <img src={url} alt={`证书照片，${caption}`} />
      <figcaption>{caption}</figcaption>
    </figure>
  )
}

/** Upright and without place and device already when it leaves. */
const small = { longestSide: 1200, smallEnoughBytes: 0, quality: 0.9 }

function Acts({ own, onDone }: { readonly own: OwnPortrait; readonly onDone: () => void }): ReactNode {
  const chooser = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const doing = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal('')
    try {
      await work()
      onDone()
    } catch (error) {
      setRefusal(error instanceof Error && (isApiError(error) || error.message !== '') ? error.message : '没有上传成功，请重试')
    }
    setBusy(false)
  }
  const send = (file: File) =>
    doing(async () => {
      const { fileId } = await uploadFile(await shrinkPicture(file, small), { purpose: 'image' })
      await call(ownPortrait.offer, { fileId }, { silent: true })
    })
  const waits = own.offer?.state === offerState.waits
  return (
    <div className="certificate-acts">
      <input
        ref={chooser}
        type="file"
        hidden
        accept={acceptOf('portrait')}
        aria-label="选择证书照片"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file) void send(file)
        }}
      />
      <button type="button" className="primary" disabled={isBusy} onClick={() => chooser.current?.click()}>
        {isBusy ? '正在处理…' : own.url === null && !waits ? '上传照片' : '更换照片'}
      </button>
      {waits && (
        <button
          type="button"
          disabled={isBusy}
          onClick={() => void doing(() => call(ownPortrait.withdraw, undefined, { silent: true }))}
        >
          撤回
        </button>
      )}
      <span className="note" role="status">
        {refusal || 'png 或 jpg，短边不小于 240 像素，大图自动缩小'}
      </span>
    </div>
  )
}
