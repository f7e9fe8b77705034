const signs = [
  ['禁止标志', '#c62828', '红色、圆形带斜杠：不准做的事。例如“禁止烟火”“禁止合闸”。'],
  ['警告标志', '#b26a00', '黄色、三角形：提醒可能的危险。例如“当心触电”“当心机械伤人”。'],
  ['指令标志', '#1257a8', '蓝色、圆形：必须做的事。例如“必须戴安全帽”“必须系安全带”。'],
  ['提示标志', '#1b7a3d', '绿色、方形：告诉您方向和设施。例如“安全出口”“急救点”。'],
]
const page = document.querySelector('main')
let place = Math.min(signs.length - 1, Number(scorm.get('cmi.core.lesson_location')) || 0)

function show() {
  const [name, colour, words] = signs[place]
  page.innerHTML = `<h1>认识安全标志</h1><div class="sign" style="background:${colour}">${name}</div><p>${words}</p>
    <div class="bar"><button id="back">上一个</button><span>${place + 1} / ${signs.length}</span><button id="on" class="main">下一个</button></div>`
  const isLast = place === signs.length - 1
  page.querySelector('#back').disabled = place === 0
  page.querySelector('#on').disabled = isLast
  page.querySelector('#back').onclick = () => go(-1)
  page.querySelector('#on').onclick = () => go(1)
  if (isLast) page.insertAdjacentHTML('beforeend', '<p><strong>这一节学完了，请打开下一节“安全标志小测验”。</strong></p>')
}

function go(step) {
  place += step
  const isLast = place === signs.length - 1
  const isDone = isLast || scorm.get('cmi.core.lesson_status') === 'completed'
  scorm.set({ 'cmi.core.lesson_location': place, 'cmi.core.lesson_status': isDone ? 'completed' : 'incomplete' })
  show()
}

show()
if (scorm.get('cmi.core.lesson_status') === 'not attempted') scorm.set({ 'cmi.core.lesson_status': 'incomplete' })
