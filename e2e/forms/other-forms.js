const form = (host, title, fields) => {
  host.innerHTML = `<form aria-label="${title}">${fields}<button>Send</button></form>`;
};
const element = (id) => document.getElementById(id);

export const otherForms = {
  async vue(host) {
    const { createApp } = await import('vue/dist/vue.esm-bundler.js');
    const app = createApp({
      data: () => ({ name: '', town: '', age: null, news: false, days: [], plan: 'basic', size: 's' }),
      template: `<form aria-label="Order"><label>Name <input v-model.trim="name"></label><label>Town <input v-model.lazy="town"></label><label>Age <input type="number" v-model.number="age"></label>
        <label><input type="checkbox" v-model="news"> News</label><fieldset><legend>Days</legend><label><input type="checkbox" name="days" value="mo" v-model="days">Mon</label><label><input type="checkbox" name="days" value="tu" v-model="days">Tue</label></fieldset>
        <fieldset><legend>Plan</legend><label><input type="radio" name="plan" value="basic" v-model="plan">Basic</label><label><input type="radio" name="plan" value="team" v-model="plan">Team</label></fieldset>
        <label>Size <select v-model="size"><option value="s">Small</option><option value="l">Large</option></select></label><button>Send</button></form>`,
    });
    const model = app.mount(host);
    globalThis.held = () => ({ ...model.$data, days: [...model.days] });
  },
  async svelte(host) {
    const [{ default: Booking }, { mount }] = await Promise.all([import('./Booking.svelte'), import('svelte')]);
    const { held } = mount(Booking, { target: host });
    globalThis.held = held;
  },
  async 'intl-tel-input'(host) {
    const { default: intlTelInput } = await import('intl-tel-input/intlTelInputWithUtils');
    await import('intl-tel-input/styles');
    form(host, 'Call', '<label for="a">Phone</label><input id="a" type="tel">');
    const phone = intlTelInput(element('a'), { initialCountry: 'at' });
    globalThis.held = () => ({ phone: phone.getNumber(), isValid: phone.isValidNumber() });
  },
  async 'imask-phone'(host) {
    const { default: IMask } = await import('imask');
    form(
      host,
      'Call',
      '<label>Phone <input id="a"></label><label>Day <input id="b"></label><label>Sum <input id="c"></label>',
    );
    const phone = IMask(element('a'), { mask: '+{43} 000 000-00-00' });
    const day = IMask(element('b'), { mask: Date, pattern: 'd.`m.`Y', lazy: true });
    const sum = IMask(element('c'), { mask: Number, thousandsSeparator: ' ', scale: 2, radix: ',', mapToRadix: ['.'] });
    globalThis.held = () => ({ phone: phone.unmaskedValue, day: day.value, sum: sum.typedValue });
  },
  async flatpickr(host) {
    const { default: flatpickr } = await import('flatpickr');
    await import('flatpickr/dist/flatpickr.css');
    form(host, 'Stay', '<label>Arrival <input id="a"></label>');
    const picker = flatpickr(element('a'), { allowInput: true });
    globalThis.held = () => ({ arrival: picker.selectedDates.map((each) => picker.formatDate(each, 'Y-m-d')).join() });
  },
  async 'tom-select'(host) {
    const { default: TomSelect } = await import('tom-select');
    await import('tom-select/dist/css/tom-select.css');
    form(
      host,
      'Pick',
      '<label for="a">Fruit</label><select id="a"><option value=""></option><option value="1">Apple</option><option value="2">Pear</option></select>',
    );
    const control = new TomSelect(element('a'), {});
    globalThis.held = () => ({ fruit: control.getValue() });
  },
  async 'tom-select-tags'(host) {
    const { default: TomSelect } = await import('tom-select');
    await import('tom-select/dist/css/tom-select.css');
    form(
      host,
      'Pick',
      '<label for="a">Tags</label><select id="a" multiple><option value="1" selected>Red</option><option value="2">Green</option><option value="3">Blue</option></select>',
    );
    const control = new TomSelect(element('a'), { plugins: ['remove_button'] });
    globalThis.held = () => ({ tags: [...control.getValue()].sort().join() });
  },
  async select2(host) {
    const { default: jquery } = await import('jquery');
    globalThis.jQuery = jquery;
    const { default: select2 } = await import('select2');
    select2(globalThis, jquery);
    await import('select2/dist/css/select2.css');
    form(
      host,
      'Pick',
      '<label for="a">Fruit</label><select id="a" style="width: 200px"><option value=""></option><option value="1">Apple</option><option value="2">Pear</option></select>',
    );
    jquery('#a').select2();
    globalThis.held = () => ({ fruit: jquery('#a').val() });
  },
  async primevue(host) {
    const [
      { createApp },
      { default: PrimeVue },
      { default: Select },
      { default: ToggleSwitch },
      { default: Checkbox },
      { default: InputNumber },
    ] = await Promise.all([
      import('vue/dist/vue.esm-bundler.js'),
      import('primevue/config'),
      import('primevue/select'),
      import('primevue/toggleswitch'),
      import('primevue/checkbox'),
      import('primevue/inputnumber'),
    ]);
    const app = createApp({
      components: { Select, ToggleSwitch, Checkbox, InputNumber },
      data: () => ({ town: null, open: false, news: false, seats: 2, towns: ['Graz', 'Linz', 'Wels'] }),
      template: `<form aria-label="Hall"><label id="t">Town</label><Select v-model="town" :options="towns" aria-labelledby="t" placeholder="Choose" />
        <p><ToggleSwitch v-model="open" inputId="o" style="display: inline-block; position: relative; width: 40px; height: 20px" /><label for="o">Open</label></p>
        <p><Checkbox v-model="news" binary inputId="n" style="display: inline-block; position: relative; width: 20px; height: 20px" /><label for="n">News</label></p>
        <label for="s">Seats</label><InputNumber v-model="seats" inputId="s" /><button>Send</button></form>`,
    });
    app.use(PrimeVue, { unstyled: true });
    const model = app.mount(host);
    globalThis.held = () => ({ town: model.town, open: model.open, news: model.news, seats: model.seats });
  },
};
