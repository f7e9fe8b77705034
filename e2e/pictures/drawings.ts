/** What screens and cameras of an exam show: drawn, of nobody. */

export const stems = [
  '发现有人触电时，首先应当做什么？',
  '进入受限空间作业前，下列哪一项必须先完成？',
  '使用手提式干粉灭火器时，喷嘴应对准火焰的哪一部分？',
  '叉车载货行驶时，货叉离地高度一般不超过多少？',
  '高处作业是指坠落高度基准面多少米及以上的作业？',
  '设备检修挂牌上锁后，钥匙应由谁保管？',
  '危险化学品泄漏时，人员应向哪个方向撤离？',
  '特种作业操作证每几年复审一次？',
  '安全帽的使用期限从哪一天开始计算？',
  '乙炔瓶与明火之间的距离不应小于多少米？',
]
export const choices = ['立即切断电源', '上前拉开伤者', '先打电话报告', '等待专业人员']

export const pageOf = (body: string) => `<meta charset="utf-8"><body style="margin:0;font:20px 'Noto Sans CJK SC'">${body}`

export const screenOf = (stem: string, at: number) =>
  `<div style="background:#f5f7fa;height:540px"><div style="background:#fff;padding:18px 28px;border-bottom:1px solid #e4e7ed">安全生产资格考试<span style="float:right">剩余 ${70 - at * 4}:12</span></div>
  <div style="margin:28px;padding:28px;background:#fff;border-radius:8px"><b>${at + 1}. ${stem}</b>${choices.map((text, choice) => `<p style="color:${choice === at % 4 ? '#1677d2' : '#303133'}">${choice === at % 4 ? '●' : '○'} ${'ABCD'[choice]}. ${text}</p>`).join('')}</div></div>`

/** Somebody at a computer, from its camera; `move`: how far they have leaned since. */
export const faceOf = (at: number, move = 0) => {
  const [wall, shirt, hair] = [
    `hsl(${200 + at * 13} 22% ${82 - (at % 4) * 6}%)`,
    `hsl(${at * 47} 38% 45%)`,
    at % 5 === 4 ? '#8a8a8a' : '#2b2320',
  ]
  const lean = ((at % 5) - 2) * 14 + move
  return `<svg width="960" height="540" style="background:${wall}"><rect y="60" x="${620 + lean}" width="250" height="170" fill="#fff" opacity=".5"/>
  <path d="M ${300 + lean} 540 q 10 -170 180 -180 q 170 10 180 180 z" fill="${shirt}"/><rect x="${450 + lean}" y="310" width="60" height="70" fill="#e8b893"/>
  <ellipse cx="${480 + lean}" cy="240" rx="88" ry="108" fill="#f2c8a2"/><path d="M ${390 + lean} 235 q -4 -120 90 -122 q 96 2 90 122 q -20 -70 -90 -72 q -72 4 -90 72" fill="${hair}"/></svg>`
}

/** The first of them, and somebody beside who points at the screen. */
export const helperView = () =>
  faceOf(0).replace(
    '</svg>',
    `<path d="M 640 540 q 10 -220 150 -240 q 150 20 160 240 z" fill="hsl(20 30% 35%)"/><ellipse cx="790" cy="190" rx="76" ry="94" fill="#e9bd96"/>
  <path d="M 712 186 q -2 -104 78 -106 q 84 2 78 106 q -18 -60 -78 -62 q -62 4 -78 62" fill="#1f1b1a"/><path d="M 700 420 q -90 20 -190 -10" stroke="#e9bd96" stroke-width="34" stroke-linecap="round" fill="none"/></svg>`,
  )

/** A hand on the lens. */
export const coveredView = () =>
  `<div style="height:540px;background:radial-gradient(circle at 60% 40%, #4a2b22 0, #24120e 45%, #0b0605 80%)"></div>`

/** A table with keyboard and paper, from a phone beside it. */
export const deskOf = (move: number) =>
  `<svg width="960" height="540" style="background:#8d7a66"><path d="M 0 540 L 120 160 L 960 120 L 960 540 z" fill="#c9b49a"/><path d="M 330 190 L 700 170 L 690 20 L 350 30 z" fill="#2c3440"/>
  <path d="M 352 174 L 680 158 L 672 34 L 368 42 z" fill="#dfe7f2"/><path d="M 300 330 L 660 300 L 700 400 L 310 430 z" fill="#3c4450"/><path d="M 740 330 L 900 320 L 930 440 L 760 450 z" fill="#fbfbf7"/>
  <ellipse cx="${420 + move * 2}" cy="${390 + move}" rx="60" ry="34" fill="#e8b893"/><ellipse cx="${590 - move}" cy="${372 + move}" rx="58" ry="32" fill="#e8b893"/></svg>`
