import '@angular/compiler';
import { Component, provideZonelessChangeDetection } from '@angular/core';
import { FormControl, FormGroup, FormsModule, ReactiveFormsModule, Validators } from '@angular/forms';
import { bootstrapApplication } from '@angular/platform-browser';

/** Starts a component made at run time, as no step compiles templates here. */
async function start(host, component) {
  host.innerHTML = '<app-form></app-form>';
  const app = await bootstrapApplication(component, { providers: [provideZonelessChangeDetection()] });
  await app.whenStable();
  return app.components[0].instance;
}

export const angularForms = {
  async 'angular-reactive'(host) {
    class Order {
      form = new FormGroup({
        name: new FormControl('', Validators.required),
        mail: new FormControl('', Validators.email),
        guests: new FormControl(2, Validators.max(9)),
        plan: new FormControl('basic'),
        news: new FormControl(false),
        size: new FormControl('s'),
      });
    }
    const component = Component({
      selector: 'app-form',
      imports: [ReactiveFormsModule],
      template: `<form [formGroup]="form" aria-label="Order"><label>Name <input formControlName="name"></label><label>E-mail <input formControlName="mail"></label>
        <label>Guests <input type="number" formControlName="guests"></label>
        <fieldset><legend>Plan</legend><label><input type="radio" value="basic" formControlName="plan">Basic</label><label><input type="radio" value="team" formControlName="plan">Team</label></fieldset>
        <label><input type="checkbox" formControlName="news"> News</label><label>Size <select formControlName="size"><option value="s">Small</option><option value="l">Large</option></select></label>
        @if (form.controls.mail.invalid) {<p role="alert">This is no address.</p>}<button>Send</button></form>`,
    })(Order);
    const { form } = await start(host, component);
    globalThis.held = () => ({ ...form.value, isValid: form.valid });
  },
  async 'angular-template'(host) {
    class Profile {
      model = { name: '', age: 20, news: false, town: 'graz', about: '' };
    }
    const component = Component({
      selector: 'app-form',
      imports: [FormsModule],
      template: `<form aria-label="Profile"><label>Name <input name="name" [(ngModel)]="model.name"></label><label>Age <input type="number" name="age" [(ngModel)]="model.age"></label>
        <label><input type="checkbox" name="news" [(ngModel)]="model.news"> News</label>
        <label>Town <select name="town" [(ngModel)]="model.town"><option value="graz">Graz</option><option value="linz">Linz</option></select></label>
        <label>About <textarea name="about" [(ngModel)]="model.about"></textarea></label><button>Send</button></form>`,
    })(Profile);
    const { model } = await start(host, component);
    globalThis.held = () => ({ ...model });
  },
};
