/**
 * Draws what the demo's courses show: `node e2e/pictures/draw-coursewares.ts`. A film with its subtitles and slides, of words and shapes alone, so that they are
 * ours. They are kept in apps/server/demo/media, for seeding has to be quick and has no ffmpeg everywhere.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printPdf } from '@kaopei/print'

const media = join(import.meta.dirname, '../../apps/server/demo/media')
const secondsOfScene = 6

interface Scene {
  readonly title: string
  readonly words: string
}

const evacuation: readonly Scene[] = [
  { title: '火灾疏散须知', words: '从听到警报到全员撤离，每个人要做的几件事。' },
  { title: '一、听到警报', words: '立即停下手中的工作，按下设备急停按钮。' },
  { title: '二、报警', words: '按下手动报警按钮，拨打 119，说清地点和火情。' },
  { title: '三、初期处置', words: '一分钟内能扑灭才扑救：提、拔、握、压。' },
  { title: '四、沿标识撤离', words: '走最近的安全出口，靠右下楼，不乘电梯。' },
  { title: '五、穿过烟雾', words: '弯腰低姿，湿毛巾捂住口鼻，手背试门温。' },
  { title: '六、到集合点报到', words: '东门集合，班组长清点人数，缺一人即上报。' },
  { title: '没有通知，不得返回', words: '记住三句话：先断电，走对路，不回头。' },
]

const protection: readonly (readonly string[])[] = [
  ['劳动防护用品使用规范', '适用于全体进入生产区域的员工、外协与来访人员', '安全环保部 · 2026 年版'],
  ['为什么要戴', '头部、眼部和手部伤害占全年工伤的多数', '正确佩戴能避免其中绝大部分', '不戴、戴错，等于没有防护'],
  ['安全帽', '帽衬与帽壳之间留出两指间隙', '下颌带系紧，低头不脱落', '受过撞击立即更换，最长使用三十个月'],
  ['防护眼镜与面罩', '打磨、切割、接触化学品时佩戴', '镜片有划痕会影响视线，到库房更换', '近视镜不能代替防护镜'],
  ['手套', '搬运用防割手套，化学品用丁腈手套', '操作旋转设备时禁止戴手套', '破损、沾油的手套立即更换'],
  ['安全鞋与工作服', '防砸、防滑，鞋带塞进鞋内', '三紧：领口紧、袖口紧、下摆紧', '长发盘入工作帽'],
  ['检查与更换', '班前由班组长逐人检查', '破损、超期凭旧换新，当天办理', '私自改装的用品视为未佩戴'],
  ['请记住', '进入生产区先看标识，再看自己', '发现他人未佩戴，请当面提醒', '有疑问联系安全环保部值班室：8119'],
]

const film = `#set page(width: 640pt, height: 360pt, margin: 0pt, fill: rgb("#10233f"))
#set text(fill: white)
#for (at, scene) in data.enumerate() [
  #if at > 0 { pagebreak() }
  #place(top + left, rect(width: 100%, height: 14pt, fill: rgb("#f0a020")))
  #place(bottom + left, rect(width: 100% * (at + 1) / data.len(), height: 8pt, fill: rgb("#409eff")))
  #place(center + horizon, dy: -30pt, text(40pt, weight: "bold", scene.title))
  #place(center + horizon, dy: 40pt, box(width: 540pt, align(center, text(22pt, scene.words))))
  #place(bottom + right, dx: -20pt, dy: -18pt, text(13pt, fill: rgb("#9fb4d0"), "云岭智造集团 · 安全环保部"))
]`

const slides = `#set page(width: 960pt, height: 540pt, margin: 0pt, fill: white)
#for (at, page) in data.enumerate() [
  #if at > 0 { pagebreak() }
  #place(top + left, rect(width: 18pt, height: 100%, fill: rgb("#409eff")))
  #place(top + left, dx: 80pt, dy: 70pt, text(44pt, weight: "bold", fill: rgb("#10233f"), page.first()))
  #place(top + left, dx: 80pt, dy: 140pt, rect(width: 120pt, height: 5pt, fill: rgb("#f0a020")))
  #place(top + left, dx: 80pt, dy: 190pt, stack(spacing: 30pt, ..page.slice(1).map(line =>
    stack(dir: ltr, spacing: 16pt, circle(radius: 6pt, fill: rgb("#409eff")), text(28pt, fill: rgb("#303133"), line)))))
  #place(bottom + right, dx: -40pt, dy: -30pt, text(16pt, fill: rgb("#606266"), str(at + 1) + " / " + str(data.len())))
]`

const minute = (seconds: number) => `00:00:${String(seconds).padStart(2, '0')}.000`

async function drawFilm(folder: string): Promise<void> {
  writeFileSync(join(folder, 'film.pdf'), await printPdf({ name: 'demo-film', source: film }, evacuation))
  execFileSync('pdftoppm', ['-r', '72', '-png', join(folder, 'film.pdf'), join(folder, 'scene')])
  const pictures = ['-framerate', `1/${secondsOfScene}`, '-i', join(folder, 'scene-%d.png')]
  const length = String(evacuation.length * secondsOfScene)
  const chime = `0.2*sin(2*PI*660*t)*exp(-4*mod(t\\,${secondsOfScene}))`
  const tone = ['-f', 'lavfi', '-i', `aevalsrc=exprs=${chime}:sample_rate=22050:duration=${length}`]
  const picture = ['-c:v', 'libx264', '-preset', 'veryslow', '-tune', 'stillimage', '-crf', '32']
  const even = ['-r', '5', '-g', '20', '-pix_fmt', 'yuv420p']
  const coded = [...picture, ...even, '-c:a', 'aac', '-b:a', '12k', '-ac', '1', '-t', length, '-movflags', '+faststart']
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...pictures, ...tone, ...coded, join(media, 'evacuation.mp4')])
  const cues = evacuation.map(
    ({ words }, at) => `${minute(at * secondsOfScene)} --> ${minute((at + 1) * secondsOfScene - 1)}\n${words}\n`,
  )
  writeFileSync(join(media, 'evacuation.vtt'), `WEBVTT\n\n${cues.join('\n')}`)
}

const folder = mkdtempSync(join(tmpdir(), 'kaopei-draw-'))
try {
  await drawFilm(folder)
  writeFileSync(join(media, 'protection.pdf'), await printPdf({ name: 'demo-slides', source: slides }, protection))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
